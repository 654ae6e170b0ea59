import { Cron, Effect } from "effect"
import { ClusterCron } from "effect/cluster"
import { UploadSweep } from "#services/objects/UploadSweep.ts"

/** Aborts abandoned uploads once an hour. */
export const UploadSweepSchedule = ClusterCron.make({
  name: "upload-sweep",
  cron: Cron.parseUnsafe("17 * * * *", "UTC"),
  execute: Effect.gen(function* () {
    const report = yield* (yield* UploadSweep).run
    yield* Effect.logInfo("Abandoned uploads swept").pipe(Effect.annotateLogs(report))
  }),
  skipIfOlderThan: "1 hour"
})
