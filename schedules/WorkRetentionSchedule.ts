import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { Settings } from "#services/platform/Settings.ts"
import { WorkRetention } from "#services/platform/work/WorkRetention.ts"

/** Purges old runs of long work by WORK_RETENTION_CRON_SCHEDULE (UTC), once in the cluster. */
export const WorkRetentionSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { work } = yield* Settings
    return ClusterCron.make({
      name: "work-retention",
      cron: Cron.parseUnsafe(work.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* WorkRetention).purge
        yield* Effect.logInfo("Runs of long work purged").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "1 hour"
    })
  })
)
