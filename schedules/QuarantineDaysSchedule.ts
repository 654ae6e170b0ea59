import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { QuarantineDays } from "#services/buckets/emptying/QuarantineDays.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Deletes buckets whose quarantine has ended, by QUARANTINE_CRON_SCHEDULE (UTC), once in the cluster. */
export const QuarantineDaysSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { quarantine } = yield* Settings
    return ClusterCron.make({
      name: "quarantine-days",
      cron: Cron.parseUnsafe(quarantine.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* QuarantineDays).run
        if (report.begun_count + report.deleted_count + report.failed_count > 0)
          yield* Effect.logInfo("Buckets in quarantine").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "1 hour"
    })
  })
)
