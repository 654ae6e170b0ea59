import { Context, Effect, Layer } from "effect"
import type { PurgeReport } from "#domain/notifications/PurgeReport.ts"
import { JobLease } from "#services/jobs/JobLease.ts"
import { purgeOld } from "#services/jobs/purgeOld.ts"
import { Settings } from "#services/settings/Settings.ts"
import { NotificationRecords } from "./NotificationRecords.ts"

/** Deletes notifications older than USER_NOTIFICATIONS_RETENTION_DAYS, read and unread; 0 days disables it. */
export class NotificationRetention extends Context.Service<NotificationRetention, {
  readonly purge: Effect.Effect<PurgeReport>
}>()("stowage/services/notifications/NotificationRetention") {
  static readonly layer = Layer.effect(NotificationRetention, Effect.gen(function*() {
    const lease = yield* JobLease
    const { deleteOlder } = yield* NotificationRecords
    const { retentionDays } = (yield* Settings).notifications
    return NotificationRetention.of({
      purge: Effect.withSpan(purgeOld(lease, { job: "notification-retention", retentionDays, batch: 5_000, deleteOlder }), "NotificationRetention.purge")
    })
  }))
}
