import { Cause, Clock, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { NotificationRecords } from "#services/notifications/NotificationRecords.ts"
import { type UnreadNews, UnreadWatch } from "#services/notifications/UnreadWatch.ts"

/** For announcements that got lost. */
const net = Duration.seconds(60)
/** Before a reading that failed is tried again. */
const pause = Duration.seconds(1)

/** Unread counts of whoever watches in this process: read once a person, however many tabs they have open. */
export const UnreadShared = Layer.effect(UnreadWatch, Effect.gen(function*() {
  const records = yield* NotificationRecords
  const live = yield* LiveEvents
  const watched = new Map<number, Set<(news: UnreadNews) => void>>()
  const due = new Set<number>()
  const wake = yield* Queue.sliding<"due">(1)
  let last = 0

  const call = (userIds: Iterable<number>) => {
    for (const userId of userIds) if (watched.has(userId)) due.add(userId)
    if (due.size > 0) Queue.offerUnsafe(wake, "due")
  }

  const tell = Effect.fnUntraced(function*(userId: number) {
    const readers = watched.get(userId)
    if (readers === undefined) return
    const unread_count = yield* records.unread(userId)
    last = Math.max(last + 1, yield* Clock.currentTimeMillis)
    const news: UnreadNews = [{ id: String(last), event: "unread", data: { unread_count } }]
    for (const deliver of readers) deliver(news)
  })

  const turn = Effect.gen(function*() {
    yield* Queue.take(wake)
    const some = [...due]
    due.clear()
    yield* Effect.forEach(some, (userId) => tell(userId).pipe(Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("Unread notifications could not be counted", cause).pipe(
        Effect.andThen(Effect.sleep(pause)), Effect.andThen(Effect.sync(() => call([userId]))))
    )), { concurrency: 2, discard: true })
  })

  yield* Effect.forkScoped(Effect.forever(turn))
  yield* Effect.forkScoped(Stream.runForEach(live.changes, (event) => Effect.sync(() => {
    // what somebody may see decides what is counted for them
    if (event._tag === "NotificationsChanged" || event._tag === "UserAccessChanged") call([Number(event.userId)])
    else if (event._tag === "Resync") call(watched.keys())
  })))
  yield* Effect.forkScoped(Effect.schedule(Effect.sync(() => call(watched.keys())), Schedule.spaced(net)))

  return UnreadWatch.of({
    follow: (userId, deliver) => {
      const readers = watched.get(userId) ?? new Set()
      watched.set(userId, readers)
      readers.add(deliver)
      call([userId])
      return () => {
        readers.delete(deliver)
        if (readers.size === 0 && watched.get(userId) === readers) watched.delete(userId)
      }
    }
  })
}))
