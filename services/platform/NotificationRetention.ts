import { Context, Effect, Layer } from "effect"
import type { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { purgeOld } from "#services/platform/purgeOld.ts"
import { Settings } from "#services/platform/Settings.ts"
import { NotificationRecords } from "./NotificationRecords.ts"

export class NotificationRetention extends Context.Service<
  NotificationRetention,
  {
    readonly purge: Effect.Effect<PurgeReport>
  }
>()("stowage/services/platform/NotificationRetention") {
  static readonly layer = Layer.effect(
    NotificationRetention,
    Effect.gen(function* () {
      const lease = yield* JobLease
      const { deleteOlder } = yield* NotificationRecords
      const { retentionDays } = (yield* Settings).notifications
      return NotificationRetention.of({
        purge: Effect.withSpan(
          purgeOld(lease, { job: "notification-retention", retentionDays, batch: 5_000, deleteOlder }),
          "NotificationRetention.purge"
        )
      })
    })
  )
}
