import { Effect, Pull, type Scope, Stream } from "effect"

/** Without buffering: read each piece to its end before the next. A short source ends its piece early. */
export const splitStream = <E>(
  bytes: Stream.Stream<Uint8Array, E>
): Effect.Effect<(size: number) => Stream.Stream<Uint8Array, E>, never, Scope.Scope> =>
  Effect.map(Stream.toPull(bytes), (pull) => {
    let waiting: Array<Uint8Array> = []
    const next: Effect.Effect<Uint8Array | null, E> = Effect.suspend((): Effect.Effect<Uint8Array | null, E> => {
      const first = waiting.shift()
      if (first !== undefined) return Effect.succeed(first)
      return pull.pipe(
        Effect.map((chunks): Uint8Array | null => {
          const [chunk, ...rest] = chunks
          waiting = rest
          return chunk
        }),
        Pull.catchDone(() => Effect.succeed(null))
      )
    })
    return (size) =>
      Stream.unfold(size, (bytesLeft) =>
        bytesLeft === 0
          ? Effect.succeed(undefined)
          : Effect.map(next, (chunk) => {
              if (chunk === null) return undefined
              if (chunk.length <= bytesLeft) return [chunk, bytesLeft - chunk.length] as const
              waiting = [chunk.subarray(bytesLeft), ...waiting]
              return [chunk.subarray(0, bytesLeft), 0] as const
            })
      )
  })
