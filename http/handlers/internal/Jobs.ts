import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { AccessSweep } from "#services/security/AccessSweep.ts"
import { GatewayReconciliation } from "#services/audit/GatewayReconciliation.ts"
import { NotificationRetention } from "#services/notifications/NotificationRetention.ts"

export const InternalJobsHandlers = HttpApiBuilder.group(Api, "internalJobs", Effect.fn(function*(handlers) {
  const access = yield* AccessSweep
  const reconciliation = yield* GatewayReconciliation
  const retention = yield* NotificationRetention
  return handlers.handleAll({ purgeNotifications: () => retention.purge, sweepAccess: () => access.run, reconcileGateways: () => reconciliation.run })
}))
