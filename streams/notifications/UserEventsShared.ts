import { Cause, Clock, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import type { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { UserEvents, type UserEvent } from "#services/platform/UserEvents.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"

/** Catches lost notifications. */
const CHECK_INTERVAL = Duration.seconds(60)
const RETRY_DELAY = Duration.seconds(1)

type Reader = (news: ReadonlyArray<UserEvent>) => void

interface Kind {
  readonly due: Set<number>
  readonly wake: Queue.Queue<"due">
  readonly read: (
    userIds: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<readonly [userId: number, event: OwnEvent]>>
}

/** Events are read once per user for all tabs, and rights of all users in one statement. */
export const UserEventsShared = Layer.effect(
  UserEvents,
  Effect.gen(function* () {
    const records = yield* NotificationRecords
    const rights = yield* UserRights
    const live = yield* LiveEvents
    const readersByUser = new Map<number, Set<Reader>>()
    let last = 0

    const unread: Kind = {
      due: new Set(),
      wake: yield* Queue.sliding<"due">(1),
      read: (userIds) =>
        Effect.forEach(
          userIds,
          (userId) =>
            Effect.map(
              records.unread(userId),
              (unread_count) => [userId, { event: "unread" as const, data: { unread_count } }] as const
            ),
          { concurrency: 2 }
        )
    }
    const access: Kind = {
      due: new Set(),
      wake: yield* Queue.sliding<"due">(1),
      read: (userIds) =>
        Effect.map(rights.marks(userIds), (marks) =>
          Array.from(
            marks,
            ([userId, access_mark]) => [userId, { event: "access" as const, data: { access_mark } }] as const
          )
        )
    }

    const shares: Kind = {
      due: new Set(),
      wake: yield* Queue.sliding<"due">(1),
      read: (userIds) =>
        Effect.sync(() =>
          userIds.map(
            (userId) => [userId, { event: "shares" as const, data: { shares_mark: crypto.randomUUID() } }] as const
          )
        )
    }

    const enqueue = ({ due, wake }: Kind, userIds: Iterable<number>) => {
      for (const userId of userIds) if (readersByUser.has(userId)) due.add(userId)
      if (due.size > 0) Queue.offerUnsafe(wake, "due")
    }

    const processKind = (kind: Kind) =>
      Effect.gen(function* () {
        yield* Queue.take(kind.wake)
        const some = [...kind.due]
        kind.due.clear()
        yield* kind.read(some).pipe(
          Effect.flatMap((events) =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              for (const [userId, event] of events) {
                last = Math.max(last + 1, now)
                const news = [{ ...event, id: String(last) }]
                for (const deliver of readersByUser.get(userId) ?? []) deliver(news)
              }
            })
          ),
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause)
              ? Effect.failCause(cause)
              : Effect.logWarning("What concerns those who watch could not be read", cause).pipe(
                  Effect.andThen(Effect.sleep(RETRY_DELAY)),
                  Effect.andThen(Effect.sync(() => enqueue(kind, some)))
                )
          )
        )
      })

    for (const kind of [unread, access, shares]) yield* Effect.forkScoped(Effect.forever(processKind(kind)))
    yield* Effect.forkScoped(
      Stream.runForEach(live.changes, (event) =>
        Effect.sync(() => {
          // a user's rights decide which notifications count
          if (event._tag === "NotificationsChanged" || event._tag === "UserAccessChanged")
            enqueue(unread, [Number(event.userId)])
          if (event._tag === "AssociationsChanged" || event._tag === "UserAccessChanged")
            enqueue(access, [Number(event.userId)])
          if (event._tag === "ShareChanged") enqueue(shares, [Number(event.userId)])
          if (event._tag === "Resync") for (const kind of [unread, access, shares]) enqueue(kind, readersByUser.keys())
        })
      )
    )
    yield* Effect.forkScoped(
      Effect.schedule(
        Effect.sync(() => {
          for (const kind of [unread, access]) enqueue(kind, readersByUser.keys())
        }),
        Schedule.spaced(CHECK_INTERVAL)
      )
    )

    return UserEvents.of({
      follow: (userId, deliver) => {
        const readers = readersByUser.get(userId) ?? new Set()
        readersByUser.set(userId, readers)
        readers.add(deliver)
        // a link may have been used since the page was read
        for (const kind of [unread, access, shares]) enqueue(kind, [userId])
        return () => {
          readers.delete(deliver)
          if (readers.size === 0 && readersByUser.get(userId) === readers) readersByUser.delete(userId)
        }
      }
    })
  })
)
