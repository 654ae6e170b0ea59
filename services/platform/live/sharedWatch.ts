import { Effect, Exit, Fiber, PubSub, Semaphore, Stream } from "effect"

const BUFFER_SIZE = 16

interface Progress<Event, E> {
  readonly event: Event | null
  readonly end: Exit.Exit<void, E> | null
}

interface SharedRun<Event, E> {
  readonly board: PubSub.PubSub<Progress<Event, E>>
  watchers: number
  stop: Effect.Effect<void>
}

/** Latecomers receive the last event first, slow watchers skip events, and the run stops with its last watcher. */
export const sharedSubscription = <Event, E>() =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const running = new Map<string, SharedRun<Event, E>>()
    const mutex = Semaphore.makeUnsafe(1)

    const startRun = Effect.fnUntraced(function* (key: string, stream: Stream.Stream<Event, E>) {
      const board = yield* PubSub.sliding<Progress<Event, E>>({ capacity: BUFFER_SIZE, replay: 1 })
      const sharedRun: SharedRun<Event, E> = { board, watchers: 0, stop: Effect.void }
      running.set(key, sharedRun)
      let event: Event | null = null
      const run = Stream.runForEach(stream, (next) => {
        event = next
        return PubSub.publish(board, { event, end: null })
      }).pipe(
        Effect.onExit((end) => {
          if (running.get(key) === sharedRun) running.delete(key)
          return PubSub.publish(board, { event, end })
        }),
        Effect.exit
      )
      sharedRun.stop = Effect.asVoid(Fiber.interrupt(yield* Effect.forkIn(run, scope)))
      return sharedRun
    })

    const leave = (key: string, sharedRun: SharedRun<Event, E>) =>
      Effect.suspend(() => {
        sharedRun.watchers -= 1
        if (sharedRun.watchers > 0) return Effect.void
        if (running.get(key) === sharedRun) running.delete(key)
        return sharedRun.stop
      })

    return (key: string, stream: Stream.Stream<Event, E>): Stream.Stream<Event, E> => {
      const join = Effect.suspend(() => {
        const current = running.get(key)
        return current === undefined ? startRun(key, stream) : Effect.succeed(current)
      }).pipe(
        Effect.tap((sharedRun) =>
          Effect.sync(() => {
            sharedRun.watchers += 1
          })
        ),
        mutex.withPermits(1)
      )
      return Stream.unwrap(
        Effect.gen(function* () {
          const { board } = yield* Effect.acquireRelease(join, (sharedRun) => leave(key, sharedRun))
          let lastEvent: Event | null = null
          return Stream.fromPubSub(board).pipe(
            Stream.takeUntil(({ end }) => end !== null),
            Stream.flatMap(({ end, event }) => {
              const news: Stream.Stream<Event, E> =
                event === null || event === lastEvent ? Stream.empty : Stream.succeed(event)
              lastEvent = event
              return end !== null && Exit.isFailure(end) ? Stream.concat(news, Stream.failCause(end.cause)) : news
            })
          )
        })
      )
    }
  })
