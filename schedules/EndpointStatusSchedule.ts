import { Cron, Duration, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Spreads the checks of endpoints over this time. */
const spread = Duration.seconds(10)

/** Checks storage endpoints by ENDPOINT_STATUS_CRON_SCHEDULE (UTC), once in the cluster. */
export const EndpointStatusSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { endpointStatus } = yield* Settings
    return ClusterCron.make({
      name: "endpoint-status",
      cron: Cron.parseUnsafe(endpointStatus.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* EndpointChecks).run(spread)
        const changed = report.opened_count + report.closed_count > 0
        yield* Effect.annotateLogs(
          changed
            ? Effect.logInfo("Storage endpoints were checked")
            : Effect.logDebug("Storage endpoints were checked"),
          report
        )
      }),
      skipIfOlderThan: "1 minute"
    })
  })
)
