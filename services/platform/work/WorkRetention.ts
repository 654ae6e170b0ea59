import { Context, DateTime, Duration, Effect, Layer } from "effect"
import type { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { purgeOld } from "#services/platform/purgeOld.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WorkRecords } from "./WorkRecords.ts"

/** Runs are deleted with their items, of which one may have thousands. */
const batch = 20

/** Firings of schedules are needed no longer than nothing fires twice; some fire each minute. */
const remembered = Duration.days(1)

/**
 * Deletes runs of long work that ended more than WORK_RETENTION_DAYS ago, with their items, and the reports of scheduled jobs of that
 * age; 0 days disables it. What the cluster keeps of firings goes after a day in any case. What is paused, waits or runs stays however old it is. A run that is gone can be undone no more.
 */
export class WorkRetention extends Context.Service<WorkRetention, {
  readonly purge: Effect.Effect<PurgeReport>
}>()("stowage/services/platform/work/WorkRetention") {
  static readonly layer = Layer.effect(WorkRetention, Effect.gen(function*() {
    const lease = yield* JobLease
    const records = yield* WorkRecords
    const { retentionDays } = (yield* Settings).work
    const purge = purgeOld(lease, {
      job: "work-retention", retentionDays, batch, deleteOlder: records.deleteEnded, first: lease.forget
    })
    const forgetFirings = Effect.flatMap(DateTime.now, (now) => lease.forgetFirings(DateTime.subtractDuration(now, remembered)))
    return WorkRetention.of({ purge: Effect.withSpan(Effect.andThen(forgetFirings, purge), "WorkRetention.purge") })
  }))
}
