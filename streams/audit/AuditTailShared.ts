import { Cause, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import type { AuditFilter, AuditLogEntry } from "#domain/platform/audit/AuditLog.ts"
import { matchesAuditFilter } from "#domain/platform/audit/matchesAuditFilter.ts"
import { AuditRecords } from "#services/platform/audit/AuditRecords.ts"
import { type AuditUpdate, AuditTail, type AuditTailMessage } from "#services/platform/audit/AuditTail.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

const READ_SIZE = 200
/** A larger backlog is skipped: readers load the listing again. */
const MAX_BACKLOG = 1_000
/** Catches lost notifications. */
const CHECK_INTERVAL = Duration.seconds(10)
const RETRY_DELAY = Duration.seconds(1)

interface Reader {
  readonly passes: ((entry: AuditLogEntry) => boolean) | null
  readonly after: number | null
  readonly deliver: (news: AuditUpdate) => void
}

const numberOf = (id: string | null): number | null => (id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null)

const messageOf = (entry: AuditLogEntry): AuditTailMessage => ({
  id: String(entry.seal?.seq ?? 0),
  event: "entry",
  data: entry
})

const positionMessage = (event: "position" | "skipped", seq: number): AuditUpdate => [
  { id: String(seq), event, data: { seq } }
]

const deliverMatching = (reader: Reader, news: AuditUpdate) => {
  const { deliver, passes } = reader
  const own = passes === null ? news : news.filter((message) => message.event !== "entry" || passes(message.data))
  if (own.length > 0) deliver(own)
}

const isPlain = ({ role, scope, search }: AuditFilter): boolean =>
  role === undefined && scope === undefined && (search ?? "").trim() === ""

/** The chain has no gaps and grows in commit order, so its number is a complete position. */
export const AuditTailShared = Layer.effect(
  AuditTail,
  Effect.gen(function* () {
    const records = yield* AuditRecords
    const live = yield* LiveEvents
    const readers = new Set<Reader>()
    const joining = new Set<Reader>()
    const due = yield* Queue.sliding<"due">(1)
    let position: number | null = null

    const advance = Effect.fnUntraced(function* (from: number) {
      const head = yield* records.lastSealed
      if (head - from > MAX_BACKLOG) {
        position = head
        const news = positionMessage("skipped", head)
        for (const reader of readers) reader.deliver(news)
        return
      }
      for (let at = from; at < head; ) {
        const entries = yield* records.sealedAfter(at, READ_SIZE)
        // a truncated chain ends here; verify-audit reports the fault
        if (entries.length === 0) {
          position = head
          return
        }
        const news = entries.map(messageOf)
        at = position = entries.at(-1)?.seal?.seq ?? head
        for (const reader of readers) deliverMatching(reader, news)
      }
    })

    const join = Effect.fnUntraced(function* (now: number) {
      const groups = Map.groupBy(joining, ({ after }) => (after !== null && after <= now ? after : null))
      for (const [after, some] of groups) {
        const missed = after === null || now - after > MAX_BACKLOG ? [] : yield* records.sealedAfter(after, now - after)
        // the final position also covers entries that a filter excludes
        const first =
          after !== null && now - after > MAX_BACKLOG
            ? positionMessage("skipped", now)
            : [...missed.map(messageOf), ...positionMessage("position", now)]
        for (const reader of some) {
          // it may have left during the read
          if (!joining.delete(reader)) continue
          readers.add(reader)
          deliverMatching(reader, first)
        }
      }
    })

    const readNext = Effect.gen(function* () {
      yield* Queue.take(due)
      if (readers.size + joining.size === 0) {
        position = null
        return
      }
      if (position === null) position = yield* records.lastSealed
      else yield* advance(position)
      if (joining.size > 0) yield* join(position)
    })

    const requestRead = () => {
      Queue.offerUnsafe(due, "due")
    }

    yield* Effect.forkScoped(
      Effect.forever(
        Effect.catchCause(readNext, (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logWarning("Those who watch the audit trail wait: it could not be read", cause).pipe(
                Effect.andThen(Effect.sleep(RETRY_DELAY)),
                Effect.andThen(Effect.sync(requestRead))
              )
        )
      )
    )
    yield* Effect.forkScoped(
      Stream.runForEach(live.changes, ({ _tag }) =>
        Effect.sync(() => {
          if ((_tag === "AuditSealed" || _tag === "Resync") && readers.size > 0) requestRead()
        })
      )
    )
    yield* Effect.forkScoped(
      Effect.schedule(
        Effect.sync(() => {
          if (readers.size > 0) requestRead()
        }),
        Schedule.spaced(CHECK_INTERVAL)
      )
    )

    return AuditTail.of({
      follow: (filter, after, deliver) => {
        const reader: Reader = {
          passes: isPlain(filter) ? null : matchesAuditFilter(filter),
          after: numberOf(after),
          deliver
        }
        joining.add(reader)
        requestRead()
        return () => {
          joining.delete(reader)
          readers.delete(reader)
          if (readers.size + joining.size === 0) requestRead()
        }
      }
    })
  })
)
