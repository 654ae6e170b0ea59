import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { AccessSweep } from "#services/security/AccessSweep.ts"
import { GatewayReconciliation } from "#services/audit/GatewayReconciliation.ts"
import { NotificationRetention } from "#services/notifications/NotificationRetention.ts"
import { WorkRetention } from "#services/work/WorkRetention.ts"

export const InternalJobsHandlers = HttpApiBuilder.group(Api, "internalJobs", Effect.fn(function*(handlers) {
  const access = yield* AccessSweep
  const reconciliation = yield* GatewayReconciliation
  const retention = yield* NotificationRetention
  const work = yield* WorkRetention
  return handlers.handleAll({
    purgeNotifications: () => retention.purge, purgeWork: () => work.purge, sweepAccess: () => access.run, reconcileGateways: () => reconciliation.run
  })
}))
