import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { deleteInBatches } from "#services/platform/purgeOld.ts"
import { Settings } from "#services/platform/Settings.ts"
import { AccessLogRecords } from "./AccessLogRecords.ts"

const LEASE_DURATION = Duration.minutes(30)
const BATCH = 5_000
/** A reader that listed a log object before it was deleted has ended by then. */
const OBJECT_MEMORY = Duration.days(1)

/** Drops weeks of access logs older than ACCESS_LOG_RETENTION_DAYS (0: never), and rows of deleted accounts. */
export class AccessLogRetention extends Context.Service<
  AccessLogRetention,
  {
    readonly purge: Effect.Effect<PurgeReport>
  }
>()("stowage/services/usage/accesslogs/AccessLogRetention") {
  static readonly layer = Layer.effect(
    AccessLogRetention,
    Effect.gen(function* () {
      const lease = yield* JobLease
      const records = yield* AccessLogRecords
      const { retentionDays } = (yield* Settings).accessLogs

      const all = Effect.gen(function* () {
        const now = yield* DateTime.now
        const weeks =
          retentionDays === 0
            ? 0
            : yield* records.dropWeeks(DateTime.subtractDuration(now, Duration.days(retentionDays)))
        yield* deleteInBatches(1, () => records.deleteOrphans(BATCH))
        yield* deleteInBatches(BATCH, (limit) =>
          records.forgetObjects(DateTime.subtractDuration(now, OBJECT_MEMORY), limit)
        )
        return {
          status: "completed",
          reason: null,
          purged_count: weeks,
          retention_days: retentionDays
        } satisfies PurgeReport
      })

      return AccessLogRetention.of({
        purge: lease.run("access-log-retention", LEASE_DURATION, all).pipe(
          Effect.map(
            Option.getOrElse(
              (): PurgeReport => ({
                status: "skipped",
                reason: "lease_held",
                purged_count: 0,
                retention_days: retentionDays
              })
            )
          ),
          Effect.withSpan("AccessLogRetention.purge")
        )
      })
    })
  )
}
