import { Context, Duration, Effect, Layer, Option } from "effect"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import type { ReconciliationReport } from "#domain/platform/audit/ReconciliationReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Audited } from "./Audited.ts"
import { GatewayIntents } from "./GatewayIntents.ts"

/** A hanging gateway must not block the intents of others. */
const CONCURRENT_RECOVERIES = 8
const MAX_INTENTS_PER_RUN = 1_000
/** The audit entry remains and holds everything that the intent does. */
const INTENT_RETENTION = Duration.days(7)

const report = (count: Record<ChangeOutcome, number>, open: number, purged: number): ReconciliationReport => ({
  status: "completed",
  success_count: count.success,
  failure_count: count.failure,
  unknown_count: count.unknown,
  open_count: open,
  purged_count: purged
})

const skipped = (open: number): ReconciliationReport => ({
  status: "skipped",
  success_count: 0,
  failure_count: 0,
  unknown_count: 0,
  open_count: open,
  purged_count: 0
})

export class GatewayReconciliation extends Context.Service<
  GatewayReconciliation,
  {
    readonly run: Effect.Effect<ReconciliationReport>
  }
>()("stowage/services/platform/audit/GatewayReconciliation") {
  static readonly layer = Layer.effect(
    GatewayReconciliation,
    Effect.gen(function* () {
      const audited = yield* Audited
      const intents = yield* GatewayIntents
      const leases = yield* JobLease
      // short: each intent has its own lease, and a killed run must not delay the next one
      const leaseDuration = Duration.times((yield* Settings).lease, 2)

      const reconcile = Effect.gen(function* () {
        const count = { success: 0, failure: 0, unknown: 0, open: 0 }
        let attempts = 0
        const recoverAll = Effect.gen(function* () {
          while (attempts < MAX_INTENTS_PER_RUN) {
            attempts += 1
            const outcome = yield* audited.findOut(null)
            if (outcome === null) return
            count[outcome] += 1
          }
        })
        yield* Effect.all(
          Array.from({ length: CONCURRENT_RECOVERIES }, () => recoverAll),
          { concurrency: "unbounded", discard: true }
        )
        const { open, purged } = yield* intents.tidy(INTENT_RETENTION)
        return report(count, open, purged)
      })

      const run = Effect.gen(function* () {
        // most runs find nothing and need no job lease
        const { open, purged } = yield* intents.tidy(INTENT_RETENTION)
        if (open === 0) return report({ success: 0, failure: 0, unknown: 0 }, 0, purged)
        return Option.getOrElse(yield* leases.run("gateway-reconciliation", leaseDuration, reconcile), () =>
          skipped(open)
        )
      }).pipe(Effect.withSpan("GatewayReconciliation.run"))
      return GatewayReconciliation.of({ run })
    })
  )
}
