import { Cause, Duration, Effect, Layer, Queue, Schedule, Stream } from "effect"
import { AuditArchiveSigning } from "#services/platform/audit/AuditArchiveSigning.ts"
import { AuditSealing } from "#services/platform/audit/AuditSealing.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"

const BATCH_DELAY = Duration.millis(50)
/** Catches lost notifications. */
const CHECK_INTERVAL = Duration.seconds(30)

/** Runs in every process; the database serialises the work. */
export const AuditSealer = Layer.effectDiscard(
  Effect.gen(function* () {
    const sealing = yield* AuditSealing
    const live = yield* LiveEvents
    const due = yield* Queue.sliding<"due">(1)
    const requestSeal = Effect.asVoid(Queue.offer(due, "due"))

    const sealNext = Effect.gen(function* () {
      yield* Queue.take(due)
      yield* Effect.sleep(BATCH_DELAY)
      yield* sealing.seal.pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logError("The audit trail could not be sealed; it is tried again", cause)
        )
      )
    })

    yield* Effect.forkScoped(
      Stream.runForEach(live.changes, ({ _tag }) =>
        _tag === "AuditWritten" || _tag === "Resync" ? requestSeal : Effect.void
      )
    )
    yield* Effect.forkScoped(Effect.forever(sealNext))
    yield* Effect.forkScoped(Effect.schedule(requestSeal, Schedule.spaced(CHECK_INTERVAL)))
    yield* requestSeal
    // a key may be removed from JWT_KEYS once every process has started with its successor
    yield* Effect.forkScoped(
      (yield* AuditArchiveSigning).renew.pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logError(
                "Archives of the audit trail could not be signed with the first key of JWT_KEYS; the next " +
                  "start tries again",
                cause
              )
        )
      )
    )
  })
)
