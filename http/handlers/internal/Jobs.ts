import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { AccessSweep } from "#services/identity/AccessSweep.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { NotificationRetention } from "#services/platform/NotificationRetention.ts"
import { WorkRetention } from "#services/platform/work/WorkRetention.ts"

export const InternalJobsHandlers = HttpApiBuilder.group(
  Api,
  "internalJobs",
  Effect.fn(function* (handlers) {
    const access = yield* AccessSweep
    const reconciliation = yield* GatewayReconciliation
    const retention = yield* NotificationRetention
    const work = yield* WorkRetention
    return handlers.handleAll({
      purgeNotifications: () => retention.purge,
      purgeWork: () => work.purge,
      sweepAccess: () => access.run,
      reconcileGateways: () => reconciliation.run
    })
  })
)
