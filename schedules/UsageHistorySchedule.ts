import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { Settings } from "#services/platform/Settings.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"

/** Records storage and traffic by USAGE_HISTORY_CRON_SCHEDULE (UTC), once in the cluster. */
export const UsageHistorySchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { usageHistory } = yield* Settings
    return ClusterCron.make({
      name: "usage-history",
      cron: Cron.parseUnsafe(usageHistory.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* UsageHistory).collect
        yield* Effect.logInfo("Usage was written down").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "6 hours"
    })
  })
)
