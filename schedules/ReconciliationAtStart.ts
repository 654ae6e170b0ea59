import { type Duration, Effect, Layer, Schedule } from "effect"
import { leaseCheckInterval } from "#domain/platform/work/lease.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { Settings } from "#services/platform/Settings.ts"

const reconcile = (interval: Duration.Duration) =>
  GatewayReconciliation.use(({ run }) => run).pipe(
    Effect.repeat({ schedule: Schedule.spaced(interval), while: ({ open_count }) => open_count > 0 }),
    Effect.catchCause((cause) => Effect.logError("Changes of gateways could not be looked at", cause)),
    Effect.forkScoped
  )

export const ReconciliationAtStart = Layer.effectDiscard(
  Effect.flatMap(Settings, ({ lease }) => reconcile(leaseCheckInterval(lease)))
)
