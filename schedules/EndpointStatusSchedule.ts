import { Cron, Duration, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Endpoints are asked at moments of their own, not all in the same. */
const spread = Duration.seconds(10)

/** Checks the storage endpoints when ENDPOINT_STATUS_CRON_SCHEDULE says so, in UTC, once in the cluster. */
export const EndpointStatusSchedule = Layer.unwrap(Effect.gen(function*() {
  const { endpointStatus } = yield* Settings
  return ClusterCron.make({
    name: "endpoint-status",
    cron: Cron.parseUnsafe(endpointStatus.cron, "UTC"),
    execute: Effect.gen(function*() {
      const report = yield* (yield* EndpointChecks).run(spread)
      const changed = report.opened_count + report.closed_count > 0
      yield* Effect.annotateLogs(changed ? Effect.logInfo("Storage endpoints were checked") : Effect.logDebug("Storage endpoints were checked"), report)
    }),
    skipIfOlderThan: "1 minute"
  })
}))
