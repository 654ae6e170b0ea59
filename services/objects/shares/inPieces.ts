import { Effect, Pull, type Scope, Stream } from "effect"

/**
 * Cuts a stream into pieces of given sizes without holding any: each is a stream of its own, to be read to its end before the next
 * one is begun. A source that ends too early ends its piece too early.
 */
export const inPieces = <E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<(size: number) => Stream.Stream<Uint8Array, E>, never, Scope.Scope> =>
  Effect.map(Stream.toPull(bytes), (pull) => {
    let waiting: Array<Uint8Array> = []
    /** The next chunk; null at the end. */
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
    return (size) => Stream.unfold(size, (left) =>
      left === 0 ? Effect.succeed(undefined) : Effect.map(next, (chunk) => {
        if (chunk === null) return undefined
        if (chunk.length <= left) return [chunk, left - chunk.length] as const
        waiting = [chunk.subarray(left), ...waiting]
        return [chunk.subarray(0, left), 0] as const
      }))
  })
