import { Context, DateTime, Duration, Effect, Layer } from "effect"
import type { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { purgeOld } from "#services/platform/purgeOld.ts"
import { Settings } from "#services/platform/Settings.ts"
import { WorkRecords } from "./WorkRecords.ts"

const RUNS_PER_DELETE = 20

/** Firings prevent duplicate runs; some schedules fire each minute. */
const FIRING_RETENTION = Duration.days(1)

/** WORK_RETENTION_DAYS, also for job reports; 0 days disables it. Deleted runs cannot be undone. */
export class WorkRetention extends Context.Service<
  WorkRetention,
  {
    readonly purge: Effect.Effect<PurgeReport>
  }
>()("stowage/services/platform/work/WorkRetention") {
  static readonly layer = Layer.effect(
    WorkRetention,
    Effect.gen(function* () {
      const lease = yield* JobLease
      const records = yield* WorkRecords
      const { retentionDays } = (yield* Settings).work
      const purge = purgeOld(lease, {
        job: "work-retention",
        retentionDays,
        batch: RUNS_PER_DELETE,
        deleteOlder: records.deleteEnded,
        first: lease.forget
      })
      const forgetFirings = Effect.flatMap(DateTime.now, (now) =>
        lease.forgetFirings(DateTime.subtractDuration(now, FIRING_RETENTION))
      )
      return WorkRetention.of({ purge: Effect.withSpan(Effect.andThen(forgetFirings, purge), "WorkRetention.purge") })
    })
  )
}
