import { Cause, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import { AuditArchiveSigning } from "#services/platform/audit/AuditArchiveSigning.ts"
import { AuditSealing } from "#services/platform/audit/AuditSealing.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

/** What is written in so short a while is sealed together: one transaction for many requests. */
const gather = Duration.millis(50)
/** For announcements that got lost. */
const net = Duration.seconds(30)

/**
 * Seals the audit trail as it grows: when something was written, at the start (what a killed process left), and every 30 s. Every
 * process does; the database lets one at a time.
 */
export const AuditSealer = Layer.effectDiscard(Effect.gen(function*() {
  const sealing = yield* AuditSealing
  const live = yield* LiveEvents
  const due = yield* Queue.sliding<"due">(1)
  const ask = Effect.asVoid(Queue.offer(due, "due"))

  const turn = Effect.gen(function*() {
    yield* Queue.take(due)
    yield* Effect.sleep(gather)
    yield* sealing.seal.pipe(Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("The audit trail could not be sealed; it is tried again", cause)))
  })

  yield* Effect.forkScoped(Stream.runForEach(live.changes, ({ _tag }) => _tag === "AuditWritten" || _tag === "Resync" ? ask : Effect.void))
  yield* Effect.forkScoped(Effect.forever(turn))
  yield* Effect.forkScoped(Effect.schedule(ask, Schedule.spaced(net)))
  yield* ask
  // a key may leave JWT_KEYS once every process has started with the one that follows it
  yield* Effect.forkScoped((yield* AuditArchiveSigning).renew.pipe(Effect.catchCause((cause) =>
    Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("Archives of the audit trail could not be signed with the first key of JWT_KEYS; the next start tries again", cause))))
}))
