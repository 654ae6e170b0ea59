import type { UiRole } from "#domain/platform/access/Caller.ts"
import type { Notification, NotificationQuery } from "#domain/platform/Notification.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Context, type DateTime, type Effect, type Schema } from "effect"

export interface NewNotification {
  readonly type: string
  readonly severity: "info" | "warning" | "critical"
  readonly title: string
  readonly message: string
  /** Ids to follow; no secrets. */
  readonly payload: Readonly<Record<string, Schema.Json>>
}

/** As it stands in its row. */
export type NotificationRow = Omit<Notification, "link">

/** Which of their notifications may be marked: one, or all until one. */
export type ToRead = { readonly id: number } | { readonly upTo: number | null }

/**
 * Notifications as rows, one for each reader. Whether somebody may still see what one speaks of is decided whenever they are listed or
 * counted: what they may not see is not there for them.
 */
export class NotificationRecords extends Context.Service<NotificationRecords, {
  /** One for every active user with one of these roles. Runs in the caller's transaction. */
  readonly addForRoles: (roles: ReadonlyArray<UiRole>, notification: NewNotification, now: DateTime.Utc) => Effect.Effect<void>
  /** One for one person, if they are active. Runs in the caller's transaction. */
  readonly addForUser: (userId: number, notification: NewNotification, now: DateTime.Utc) => Effect.Effect<void>
  /** Newest first. */
  readonly page: (userId: number, query: NotificationQuery) => Effect.Effect<CursorPage<NotificationRow>>
  /** How many are unread, counted up to `mostCounted`. */
  readonly unread: (userId: number) => Effect.Effect<number>
  /** Marks what is unread of it; answers how many of it there are, read before or not. */
  readonly read: (userId: number, which: ToRead, now: DateTime.Utc) => Effect.Effect<number>
  /** Deletes at most `limit` notifications made before a moment, read or unread; answers how many. */
  readonly deleteOlder: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
}>()("stowage/services/platform/NotificationRecords") {}
