import { Cron, Effect, Layer } from "effect"
import { ClusterCron } from "effect/cluster"
import { NotificationRetention } from "#services/platform/NotificationRetention.ts"
import { Settings } from "#services/platform/Settings.ts"

/** Purges old notifications by NOTIFICATION_RETENTION_CRON_SCHEDULE (UTC), once in the cluster. */
export const NotificationRetentionSchedule = Layer.unwrap(
  Effect.gen(function* () {
    const { notifications } = yield* Settings
    return ClusterCron.make({
      name: "notification-retention",
      cron: Cron.parseUnsafe(notifications.cron, "UTC"),
      execute: Effect.gen(function* () {
        const report = yield* (yield* NotificationRetention).purge
        yield* Effect.logInfo("Notifications purged").pipe(Effect.annotateLogs(report))
      }),
      skipIfOlderThan: "1 hour"
    })
  })
)
