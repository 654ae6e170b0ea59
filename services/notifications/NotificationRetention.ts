import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import type { PurgeReport } from "#domain/notifications/PurgeReport.ts"
import { JobLease } from "#services/jobs/JobLease.ts"
import { Settings } from "#services/settings/Settings.ts"
import { NotificationRecords } from "./NotificationRecords.ts"

/** Rows of one delete: long enough to be quick, short enough to lock nobody out. */
const batch = 5_000
const longest = Duration.minutes(30)

/** Deletes notifications older than USER_NOTIFICATIONS_RETENTION_DAYS, read and unread; 0 days disables it. */
export class NotificationRetention extends Context.Service<NotificationRetention, {
  readonly purge: Effect.Effect<PurgeReport>
}>()("stowage/services/notifications/NotificationRetention") {
  static readonly layer = Layer.effect(NotificationRetention, Effect.gen(function*() {
    const lease = yield* JobLease
    const records = yield* NotificationRecords
    const { retentionDays } = (yield* Settings).notifications
    const skipped = (reason: "lease_held" | "disabled"): PurgeReport => ({
      status: "skipped", reason, purged_count: 0, retention_days: retentionDays
    })

    const deleteOld = Effect.gen(function*() {
      const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(retentionDays))
      let purged = 0
      for (;;) {
        const deleted = yield* records.deleteOlder(before, batch)
        purged += deleted
        if (deleted < batch) break
      }
      return { status: "completed", reason: null, purged_count: purged, retention_days: retentionDays } satisfies PurgeReport
    })

    const purge = retentionDays === 0
      ? Effect.succeed(skipped("disabled"))
      : lease.run("notification-retention", longest, deleteOld).pipe(
        Effect.map(Option.getOrElse(() => skipped("lease_held")))
      )
    return NotificationRetention.of({ purge: Effect.withSpan(purge, "NotificationRetention.purge") })
  }))
}
