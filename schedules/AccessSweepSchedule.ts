import { Cron, Effect } from "effect"
import { ClusterCron } from "effect/cluster"
import { AccessSweep } from "#services/identity/AccessSweep.ts"

/** Erases the keys of expired S3 sessions within five minutes and deletes other expired rows. */
export const AccessSweepSchedule = ClusterCron.make({
  name: "access-sweep",
  cron: Cron.parseUnsafe("*/5 * * * *", "UTC"),
  execute: Effect.gen(function* () {
    const report = yield* (yield* AccessSweep).run
    yield* Effect.logDebug("Ended sign-ins swept").pipe(Effect.annotateLogs(report))
  }),
  skipIfOlderThan: "10 minutes"
})
