import { Cause, Duration, Effect, PubSub, Stream } from "effect"

const RETRY_DELAY = Duration.seconds(1)
const BUFFER_SIZE = 16

/** Reads once per event for all subscribers. Emits only later readings: subscribe first, then read the state. */
export const broadcastReads = Effect.fnUntraced(function* <News, Reading>(
  news: Stream.Stream<News>,
  read: (news: News) => Effect.Effect<Reading>
) {
  const board = yield* PubSub.sliding<Reading>(BUFFER_SIZE)
  let listeners = 0
  const broadcast = (event: News): Effect.Effect<void> =>
    Effect.suspend(() =>
      listeners === 0 ? Effect.void : Effect.flatMap(read(event), (reading) => PubSub.publish(board, reading))
    ).pipe(
      Effect.asVoid,
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.logWarning("What is told to all who watch could not be read", cause).pipe(
              Effect.andThen(Effect.sleep(RETRY_DELAY)),
              Effect.andThen(Effect.suspend(() => broadcast(event)))
            )
      )
    )
  yield* Effect.forkScoped(Stream.runForEach(news, broadcast))
  return Stream.suspend(() => {
    listeners += 1
    return Stream.ensuring(
      Stream.fromPubSub(board),
      Effect.sync(() => {
        listeners -= 1
      })
    )
  })
})
