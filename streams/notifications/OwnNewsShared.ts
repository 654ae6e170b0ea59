import { Cause, Clock, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import type { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { OwnNews, type OwnNewsItem } from "#services/platform/OwnNews.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"

/** For announcements that got lost. */
const net = Duration.seconds(60)
/** Before a reading that failed is tried again. */
const pause = Duration.seconds(1)

type Reader = (news: ReadonlyArray<OwnNewsItem>) => void

/** What is told of one kind to whoever watches: who is to be read again, and how. */
interface Kind {
  readonly due: Set<number>
  readonly wake: Queue.Queue<"due">
  /** Of several people at once. */
  readonly read: (userIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<readonly [userId: number, event: OwnEvent]>>
}

/** What concerns those who watch in this process: read once a person, however many tabs they have open, and rights in one statement for all. */
export const OwnNewsShared = Layer.effect(OwnNews, Effect.gen(function*() {
  const records = yield* NotificationRecords
  const rights = yield* UserRights
  const live = yield* LiveEvents
  const watched = new Map<number, Set<Reader>>()
  let last = 0

  const unread: Kind = {
    due: new Set(),
    wake: yield* Queue.sliding<"due">(1),
    read: (userIds) => Effect.forEach(userIds, (userId) =>
      Effect.map(records.unread(userId), (unread_count) => [userId, { event: "unread" as const, data: { unread_count } }] as const), { concurrency: 2 })
  }
  const access: Kind = {
    due: new Set(),
    wake: yield* Queue.sliding<"due">(1),
    read: (userIds) => Effect.map(rights.marks(userIds), (marks) => Array.from(marks, ([userId, access_mark]) => [userId, { event: "access" as const, data: { access_mark } }] as const))
  }

  const shares: Kind = {
    due: new Set(),
    wake: yield* Queue.sliding<"due">(1),
    read: (userIds) => Effect.sync(() => userIds.map((userId) => [userId, { event: "shares" as const, data: { shares_mark: crypto.randomUUID() } }] as const))
  }

  const call = ({ due, wake }: Kind, userIds: Iterable<number>) => {
    for (const userId of userIds) if (watched.has(userId)) due.add(userId)
    if (due.size > 0) Queue.offerUnsafe(wake, "due")
  }

  const turn = (kind: Kind) => Effect.gen(function*() {
    yield* Queue.take(kind.wake)
    const some = [...kind.due]
    kind.due.clear()
    yield* kind.read(some).pipe(
      Effect.flatMap((told) => Effect.map(Clock.currentTimeMillis, (now) => {
        for (const [userId, event] of told) {
          last = Math.max(last + 1, now)
          const news = [{ ...event, id: String(last) }]
          for (const deliver of watched.get(userId) ?? []) deliver(news)
        }
      })),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("What concerns those who watch could not be read", cause).pipe(
          Effect.andThen(Effect.sleep(pause)), Effect.andThen(Effect.sync(() => call(kind, some)))))
    )
  })

  for (const kind of [unread, access, shares]) yield* Effect.forkScoped(Effect.forever(turn(kind)))
  yield* Effect.forkScoped(Stream.runForEach(live.changes, (event) => Effect.sync(() => {
    // what somebody may see decides what is counted for them
    if (event._tag === "NotificationsChanged" || event._tag === "UserAccessChanged") call(unread, [Number(event.userId)])
    if (event._tag === "AssociationsChanged" || event._tag === "UserAccessChanged") call(access, [Number(event.userId)])
    if (event._tag === "ShareChanged") call(shares, [Number(event.userId)])
    if (event._tag === "Resync") for (const kind of [unread, access, shares]) call(kind, watched.keys())
  })))
  yield* Effect.forkScoped(Effect.schedule(Effect.sync(() => { for (const kind of [unread, access]) call(kind, watched.keys()) }), Schedule.spaced(net)))

  return OwnNews.of({
    follow: (userId, deliver) => {
      const readers = watched.get(userId) ?? new Set()
      watched.set(userId, readers)
      readers.add(deliver)
      for (const kind of [unread, access]) call(kind, [userId])
      return () => {
        readers.delete(deliver)
        if (readers.size === 0 && watched.get(userId) === readers) watched.delete(userId)
      }
    }
  })
}))
