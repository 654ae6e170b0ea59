import { Context, Duration, Effect, Layer, Option } from "effect"
import type { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import type { ReconciliationReport } from "#domain/platform/audit/ReconciliationReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Audited } from "./Audited.ts"
import { GatewayIntents } from "./GatewayIntents.ts"

/** Found out at once, so that one gateway that hangs does not keep those of others waiting. */
const atOnce = 8
/** Of one run; the next one goes on. */
const most = 1_000
/** The audit entry stays; the intent says nothing that it does not. */
const kept = Duration.days(7)

const report = (count: Record<ChangeOutcome, number>, open: number, purged: number): ReconciliationReport => ({
  status: "completed", success_count: count.success, failure_count: count.failure, unknown_count: count.unknown, open_count: open,
  purged_count: purged
})

/** Another process is at it. */
const skipped = (open: number): ReconciliationReport => ({
  status: "skipped", success_count: 0, failure_count: 0, unknown_count: 0, open_count: open, purged_count: 0
})

/** Asks gateways about changes whose outcome is missing: a process died, or an answer never came. */
export class GatewayReconciliation extends Context.Service<GatewayReconciliation, {
  readonly run: Effect.Effect<ReconciliationReport>
}>()("stowage/services/platform/audit/GatewayReconciliation") {
  static readonly layer = Layer.effect(GatewayReconciliation, Effect.gen(function*() {
    const audited = yield* Audited
    const intents = yield* GatewayIntents
    const leases = yield* JobLease
    // short: each intent has a lease of its own, and a run that was killed must not hold up the next
    const longest = Duration.times((yield* Settings).lease, 2)

    const reconcile = Effect.gen(function*() {
      const count = { success: 0, failure: 0, unknown: 0, open: 0 }
      let asked = 0
      const one = Effect.gen(function*() {
        while (asked < most) {
          asked += 1
          const outcome = yield* audited.findOut(null)
          if (outcome === null) return
          count[outcome] += 1
        }
      })
      yield* Effect.all(Array.from({ length: atOnce }, () => one), { concurrency: "unbounded", discard: true })
      const { open, purged } = yield* intents.tidy(kept)
      return report(count, open, purged)
    })

    const run = Effect.gen(function*() {
      // most runs find nothing, and are not worth a lease and a row of their own
      const { open, purged } = yield* intents.tidy(kept)
      if (open === 0) return report({ success: 0, failure: 0, unknown: 0 }, 0, purged)
      return Option.getOrElse(yield* leases.run("gateway-reconciliation", longest, reconcile), () => skipped(open))
    }).pipe(Effect.withSpan("GatewayReconciliation.run"))
    return GatewayReconciliation.of({ run })
  }))
}
