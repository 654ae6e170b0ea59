import { Cause, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import type { AuditFilter, AuditLogEntry } from "#domain/platform/audit/AuditLog.ts"
import { letsThrough } from "#domain/platform/audit/letsThrough.ts"
import { AuditRecords } from "#services/platform/audit/AuditRecords.ts"
import { type AuditNews, AuditTail, type AuditTailMessage } from "#services/platform/audit/AuditTail.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

/** Entries of one reading. */
const window = 200
/** More than so many at once are not handed over one by one: whoever watches reads the listing again. */
const most = 1_000
/** For announcements that got lost. */
const net = Duration.seconds(10)
/** Before a reading that failed is tried again. */
const pause = Duration.seconds(1)

interface Reader {
  readonly passes: ((entry: AuditLogEntry) => boolean) | null
  readonly after: number | null
  readonly deliver: (news: AuditNews) => void
}

const numberOf = (id: string | null): number | null => id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null

const messageOf = (entry: AuditLogEntry): AuditTailMessage => ({ id: String(entry.seal?.seq ?? 0), event: "entry", data: entry })

const standing = (event: "position" | "skipped", seq: number): AuditNews => [{ id: String(seq), event, data: { seq } }]

const hand = (reader: Reader, news: AuditNews) => {
  const { deliver, passes } = reader
  const own = passes === null ? news : news.filter((message) => message.event !== "entry" || passes(message.data))
  if (own.length > 0) deliver(own)
}

const isPlain = ({ role, scope, search }: AuditFilter): boolean => role === undefined && scope === undefined && (search ?? "").trim() === ""

/**
 * The tail of the trail, read once a process for all who watch. The chain has no gaps and grows in the order in which it is committed,
 * so that a number says exactly what a reader has. A reader is an entry in a set, and runs nothing.
 */
export const AuditTailShared = Layer.effect(AuditTail, Effect.gen(function*() {
  const records = yield* AuditRecords
  const live = yield* LiveEvents
  const readers = new Set<Reader>()
  const joining = new Set<Reader>()
  const due = yield* Queue.sliding<"due">(1)
  /** Up to where the readers were told; null while nobody watches. */
  let position: number | null = null

  const advance = Effect.fnUntraced(function*(from: number) {
    const head = yield* records.lastSealed
    if (head - from > most) {
      position = head
      const news = standing("skipped", head)
      for (const reader of readers) reader.deliver(news)
      return
    }
    for (let at = from; at < head;) {
      const entries = yield* records.sealedAfter(at, window)
      // a chain that was cut short has nothing to tell; verify-audit says what is wrong with it
      if (entries.length === 0) { position = head; return }
      const news = entries.map(messageOf)
      at = position = entries.at(-1)?.seal?.seq ?? head
      for (const reader of readers) hand(reader, news)
    }
  })

  /** Those who come back with the same number are given the same. */
  const join = Effect.fnUntraced(function*(now: number) {
    const groups = Map.groupBy(joining, ({ after }) => after !== null && after <= now ? after : null)
    for (const [after, some] of groups) {
      const missed = after === null || now - after > most ? [] : yield* records.sealedAfter(after, now - after)
      // what a filter keeps back is known to be had as well
      const first = after !== null && now - after > most ? standing("skipped", now) : [...missed.map(messageOf), ...standing("position", now)]
      for (const reader of some) {
        // it may have gone meanwhile
        if (!joining.delete(reader)) continue
        readers.add(reader)
        hand(reader, first)
      }
    }
  })

  const turn = Effect.gen(function*() {
    yield* Queue.take(due)
    if (readers.size + joining.size === 0) { position = null; return }
    if (position === null) position = yield* records.lastSealed
    else yield* advance(position)
    if (joining.size > 0) yield* join(position)
  })

  const call = () => { Queue.offerUnsafe(due, "due") }

  yield* Effect.forkScoped(Effect.forever(Effect.catchCause(turn, (cause) =>
    Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("Those who watch the audit trail wait: it could not be read", cause).pipe(
      Effect.andThen(Effect.sleep(pause)), Effect.andThen(Effect.sync(call))))))
  yield* Effect.forkScoped(Stream.runForEach(live.changes, ({ _tag }) => Effect.sync(() => {
    if ((_tag === "AuditSealed" || _tag === "Resync") && readers.size > 0) call()
  })))
  yield* Effect.forkScoped(Effect.schedule(Effect.sync(() => { if (readers.size > 0) call() }), Schedule.spaced(net)))

  return AuditTail.of({
    follow: (filter, after, deliver) => {
      const reader: Reader = { passes: isPlain(filter) ? null : letsThrough(filter), after: numberOf(after), deliver }
      joining.add(reader)
      call()
      return () => {
        joining.delete(reader)
        readers.delete(reader)
        if (readers.size + joining.size === 0) call()
      }
    }
  })
}))
