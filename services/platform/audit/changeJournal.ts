import { Duration, Effect, Option } from "effect"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import { type ChangeEvidence, type ChangeOutcome, changeOutcomeOf } from "#domain/platform/audit/GatewayChange.ts"
import { leaseCheckInterval, heartbeatInterval } from "#domain/platform/work/lease.ts"
import { type DomainError, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Audit } from "./Audit.ts"
import { ChangeInProgress } from "./ChangeInProgress.ts"
import { CHANGE_IN_PROGRESS, OUTCOME_UNKNOWN } from "./changeEndings.ts"
import type { Recovered } from "./GatewayChangeKind.ts"
import { GatewayIntent } from "./GatewayIntent.ts"
import { GatewayIntents, type IntendedEntry, type OpenIntent } from "./GatewayIntents.ts"
import { Transaction } from "./Transaction.ts"

const PREVIOUS_CHANGE_TIMEOUT = Duration.seconds(5)

/** Outcome of a change, or `open` while it is not known. */
export type Verdict = ChangeOutcome | "open"

export const entryOf = (
  { messages, ...entry }: IntendedEntry,
  outcome: ChangeOutcome,
  more: AuditEntry["metadata"]
): AuditEntry => ({ ...entry, status: outcome, message: messages[outcome], metadata: { ...entry.metadata, ...more } })

export const verdictOf = ({
  now,
  ...evidence
}: Omit<ChangeEvidence, "now"> & { readonly now: Option.Option<Recovered<unknown>> }): Verdict =>
  changeOutcomeOf({
    ...evidence,
    now: Option.match(now, { onNone: () => null, onSome: ({ isApplied }) => isApplied })
  })

/** Intents and outcomes of changes; what other processes lost is found out by the `kinds`, by their action. */
export const makeChangeJournal = Effect.gen(function* () {
  const intents = yield* GatewayIntents
  const audit = yield* Audit
  const transaction = yield* Transaction
  const {
    gateway: { changeTimeout, timeout: reading },
    lease
  } = yield* Settings
  const heartbeat = heartbeatInterval(lease)
  const nextCheck = leaseCheckInterval(lease)
  // a change also reads, and a gateway that is slow to answer may be as slow to act
  const timeout = Duration.max(reading, changeTimeout)
  const runner = crypto.randomUUID()
  const kinds = new Map<string, (intent: OpenIntent) => Effect.Effect<Verdict>>()

  /** The first recorded outcome stays; a different result is audited beside it. */
  const recordOutcome = (
    id: string,
    entry: IntendedEntry,
    outcome: ChangeOutcome,
    more: AuditEntry["metadata"],
    rows: Effect.Effect<void>
  ) =>
    transaction.run(
      Effect.gen(function* () {
        const previousOutcome = yield* intents.recordOutcome(id, outcome)
        if (previousOutcome === outcome) return
        yield* audit.record(
          entryOf(entry, outcome, previousOutcome === null ? more : { ...more, told_before: previousOutcome })
        )
        yield* rows
      })
    )

  const tryRecover = <Seen>(id: string, recover: Effect.Effect<Recovered<Seen>, DomainError, GatewayIntent>) =>
    recover.pipe(
      Effect.provideService(GatewayIntent, { id }),
      Effect.tapError((error) =>
        Effect.logWarning("What became of a change of a gateway could not be found out yet").pipe(
          Effect.annotateLogs({ intent: id, error: error._tag })
        )
      ),
      Effect.option
    )

  const bounded = <A, E>(
    { action, calls, id }: { readonly action: string; readonly calls: number; readonly id: string },
    change: Effect.Effect<A, E, GatewayIntent>
  ) =>
    change.pipe(
      Effect.provideService(GatewayIntent, { id }),
      Effect.provideService(ChangeInProgress, true),
      // each call has its own timeout; this one also covers the wait for a permit at the gateway
      Effect.timeoutOrElse({
        duration: Duration.sum(Duration.times(timeout, calls), Duration.seconds(1)),
        orElse: () => Effect.fail(new StorageTimeout({ operation: action }))
      }),
      Effect.exit
    )

  const findOut = Effect.fn("Audited.findOut")(function* (thing: string | null) {
    const intent = yield* intents.leaseNext(thing, runner, Duration.sum(timeout, lease))
    if (intent === null) return null
    const postpone = intents.releaseLease(
      intent.id,
      runner,
      Duration.min(Duration.times(nextCheck, 2 ** Math.min(intent.looks - 1, 5)), Duration.minutes(5))
    )
    const kind = kinds.get(intent.entry.action)
    const verdict: Verdict =
      kind === undefined
        ? "open"
        : yield* kind(intent).pipe(
            Effect.provideService(CurrentOrigin, {
              requestId: intent.requestId,
              address: intent.address,
              userAgent: ""
            }),
            // a short database outage must not end a change
            Effect.catchCause((cause) =>
              Effect.as(
                Effect.logError("What became of a change of a gateway could not be found out", cause),
                "open" as const
              )
            )
          )
    if (kind === undefined)
      yield* Effect.logError(`Nobody knows how to find out what became of a ${intent.entry.action}`)
    if (verdict === "open") yield* postpone
    return verdict
  })

  const plan = Effect.fnUntraced(function* (
    id: string,
    change: { readonly thing: string; readonly about: unknown; readonly entry: IntendedEntry }
  ) {
    const step = Duration.millis(50)
    for (let waited = Duration.zero; Duration.isLessThan(waited, PREVIOUS_CHANGE_TIMEOUT); ) {
      if (yield* intents.plan(id, runner, lease, change)) return
      const earlier = yield* findOut(change.thing)
      if (earlier === "open") return yield* OUTCOME_UNKNOWN
      if (earlier !== null) continue
      yield* Effect.sleep(step)
      waited = Duration.sum(waited, step)
    }
    return yield* CHANGE_IN_PROGRESS
  })

  const keepAlive = (id: string) =>
    intents.renewLease(id, runner, lease).pipe(
      // a short database outage must not end a change
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("The lease of a change could not be prolonged", cause), true)
      ),
      Effect.delay(heartbeat),
      Effect.repeat({ while: (renewed) => renewed })
    )

  const release = (id: string, pause = Duration.zero) => intents.releaseLease(id, runner, pause)

  return { runner, lease, timeout, kinds, recordOutcome, tryRecover, bounded, findOut, plan, keepAlive, release }
})

export type ChangeJournal = Effect.Success<typeof makeChangeJournal>
