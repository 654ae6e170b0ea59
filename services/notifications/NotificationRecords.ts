import { Context, type DateTime, type Effect } from "effect"

/** Notifications as rows. */
export class NotificationRecords extends Context.Service<NotificationRecords, {
  /** Deletes up to `limit` notifications older than `before`, read or not; answers how many. */
  readonly deleteOlder: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
}>()("stowage/services/notifications/NotificationRecords") {}
