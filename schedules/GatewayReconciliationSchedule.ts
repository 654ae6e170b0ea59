import { Cron, type Duration, Effect, Layer, Schedule } from "effect"
import { ClusterCron } from "effect/cluster"
import { checkIntervalOf } from "#domain/platform/work/lease.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { Settings } from "#services/platform/Settings.ts"

const reconcile = Effect.gen(function* () {
  const report = yield* (yield* GatewayReconciliation).run
  if (report.open_count > 0 || report.success_count + report.failure_count + report.unknown_count > 0) {
    yield* Effect.logInfo("Changes of gateways without outcome were looked at").pipe(Effect.annotateLogs(report))
  }
  return report
})

/** Reconciles what a killed process left as soon as this one starts. */
const atStart = (interval: Duration.Duration) =>
  reconcile.pipe(
    Effect.repeat({ schedule: Schedule.spaced(interval), while: ({ open_count }) => open_count > 0 }),
    Effect.catchCause((cause) => Effect.logError("Changes of gateways could not be looked at", cause)),
    Effect.forkScoped
  )

/**
 * Determines open outcomes of gateway changes: at start, and by GATEWAY_RECONCILIATION_CRON_SCHEDULE once in the
 * cluster.
 */
export const GatewayReconciliationSchedule = Layer.unwrap(
  Effect.map(Settings, ({ lease, reconciliation }) =>
    Layer.merge(
      Layer.effectDiscard(atStart(checkIntervalOf(lease))),
      ClusterCron.make({
        name: "gateway-reconciliation",
        cron: Cron.parseUnsafe(reconciliation.cron, "UTC"),
        execute: Effect.asVoid(reconcile),
        skipIfOlderThan: "2 minutes"
      })
    )
  )
)
