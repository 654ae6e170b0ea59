import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Retries unconfirmed private accesses by PRIVATE_ACCESS_CRON_SCHEDULE (UTC), once in the cluster. */
export const PrivateAccessSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { privateAccess } = yield* Settings
    return ClusterCron.make({
      name: "private-access",
      cron: Cron.parseUnsafe(privateAccess.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* PrivateAccessRuns).run
        const { cleaned_count, confirmed_count, drifted_count, ended_count, failed_count } = report
        if (cleaned_count + confirmed_count + drifted_count + ended_count + failed_count > 0)
          yield* Effect.logInfo("Private accesses").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "10 minutes"
    })
  })
)
