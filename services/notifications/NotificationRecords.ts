import type { UiRole } from "#domain/access/Caller.ts"
import { Context, type DateTime, type Effect, type Schema } from "effect"

export interface NewNotification {
  readonly type: string
  readonly severity: "info" | "warning" | "critical"
  readonly title: string
  readonly message: string
  /** Ids to follow; no secrets. */
  readonly payload: Readonly<Record<string, Schema.Json>>
}

/** Notifications as rows, one for each reader. */
export class NotificationRecords extends Context.Service<NotificationRecords, {
  /** One for every active user with one of these roles. Runs in the caller's transaction. */
  readonly addForRoles: (roles: ReadonlyArray<UiRole>, notification: NewNotification, now: DateTime.Utc) => Effect.Effect<void>
  /** Deletes at most `limit` notifications made before a moment, read or unread; answers how many. */
  readonly deleteOlder: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
}>()("stowage/services/notifications/NotificationRecords") {}
