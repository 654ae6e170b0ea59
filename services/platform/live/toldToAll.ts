import { Cause, Duration, Effect, PubSub, Stream } from "effect"

/** Before a reading that failed is tried again. */
const pause = Duration.seconds(1)
/** What somebody may be behind; then the oldest readings are lost, never the newest. */
const behind = 16

/**
 * What is read upon news, once for all who listen and not at all while nobody does. The stream gives what is read after it was
 * started: whoever needs what there is before that reads it once they listen.
 */
export const toldToAll = Effect.fnUntraced(function*<News, Reading>(news: Stream.Stream<News>, read: (news: News) => Effect.Effect<Reading>) {
  const board = yield* PubSub.sliding<Reading>(behind)
  let listeners = 0
  const tell = (one: News): Effect.Effect<void> =>
    Effect.suspend(() => listeners === 0 ? Effect.void : Effect.flatMap(read(one), (reading) => PubSub.publish(board, reading))).pipe(
      Effect.asVoid,
      Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("What is told to all who watch could not be read", cause).pipe(
        Effect.andThen(Effect.sleep(pause)), Effect.andThen(Effect.suspend(() => tell(one)))))
    )
  yield* Effect.forkScoped(Stream.runForEach(news, tell))
  return Stream.suspend(() => {
    listeners += 1
    return Stream.ensuring(Stream.fromPubSub(board), Effect.sync(() => { listeners -= 1 }))
  })
})
