import { Effect, Exit, Fiber, PubSub, Semaphore, Stream } from "effect"

/** What somebody may be behind; then the oldest events are lost, never the last one. */
const behind = 16

/** Where it is, and once it has ended how. */
interface Told<Event, E> {
  readonly event: Event | null
  readonly end: Exit.Exit<void, E> | null
}

interface Watched<Event, E> {
  readonly board: PubSub.PubSub<Told<Event, E>>
  watchers: number
  /** Stops it. */
  stop: Effect.Effect<void>
}

/**
 * Streams that say how far something is and at last what came of it, each run once for all who watch the same at the same time: a latecomer
 * hears where it is and what comes. It stops when the last of them goes; whoever comes after its end begins anew. Somebody slow misses
 * events in the middle, and holds up nobody.
 */
export const watchedTogether = <Event, E>() => Effect.gen(function*() {
  const scope = yield* Effect.scope
  const running = new Map<string, Watched<Event, E>>()
  const one = Semaphore.makeUnsafe(1)

  const begun = Effect.fnUntraced(function*(key: string, stream: Stream.Stream<Event, E>) {
    const board = yield* PubSub.sliding<Told<Event, E>>({ capacity: behind, replay: 1 })
    const watched: Watched<Event, E> = { board, watchers: 0, stop: Effect.void }
    running.set(key, watched)
    let event: Event | null = null
    const run = Stream.runForEach(stream, (next) => {
      event = next
      return PubSub.publish(board, { event, end: null })
    }).pipe(
      Effect.onExit((end) => {
        if (running.get(key) === watched) running.delete(key)
        return PubSub.publish(board, { event, end })
      }),
      Effect.exit
    )
    watched.stop = Effect.asVoid(Fiber.interrupt(yield* Effect.forkIn(run, scope)))
    return watched
  })

  const left = (key: string, watched: Watched<Event, E>) => Effect.suspend(() => {
    watched.watchers -= 1
    if (watched.watchers > 0) return Effect.void
    if (running.get(key) === watched) running.delete(key)
    return watched.stop
  })

  /** `key` names all that the stream depends on. */
  return (key: string, stream: Stream.Stream<Event, E>): Stream.Stream<Event, E> => {
    const joined = Effect.suspend(() => {
      const there = running.get(key)
      return there === undefined ? begun(key, stream) : Effect.succeed(there)
    }).pipe(Effect.tap((watched) => Effect.sync(() => { watched.watchers += 1 })), one.withPermits(1))
    return Stream.unwrap(Effect.gen(function*() {
      const { board } = yield* Effect.acquireRelease(joined, (watched) => left(key, watched))
      let heard: Event | null = null
      return Stream.fromPubSub(board).pipe(
        Stream.takeUntil(({ end }) => end !== null),
        Stream.flatMap(({ end, event }) => {
          const news: Stream.Stream<Event, E> = event === null || event === heard ? Stream.empty : Stream.succeed(event)
          heard = event
          return end !== null && Exit.isFailure(end) ? Stream.concat(news, Stream.failCause(end.cause)) : news
        })
      )
    }))
  }
})
