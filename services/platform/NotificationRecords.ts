import type { UiRole } from "#domain/platform/access/Caller.ts"
import type { LinkedWorkspace } from "#domain/platform/notificationLink.ts"
import type { Notification, NotificationQuery } from "#domain/platform/Notification.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Context, type DateTime, type Effect, type Schema } from "effect"

export interface NewNotification {
  readonly type: string
  readonly severity: "info" | "warning" | "critical"
  readonly title: string
  readonly message: string
  readonly payload: Readonly<Record<string, Schema.Json>>
}

export interface NotificationRow extends Omit<Notification, "link"> {
  /** By the reader's present rights; null where the type alone decides. */
  readonly workspace: LinkedWorkspace | null
}

export type ToRead = { readonly id: number } | { readonly upTo: number | null }

/** One row per reader. Every read checks again whether the reader may see the subject. */
export class NotificationRecords extends Context.Service<
  NotificationRecords,
  {
    readonly addForRoles: (
      roles: ReadonlyArray<UiRole>,
      notification: NewNotification,
      now: DateTime.Utc
    ) => Effect.Effect<void>
    readonly addForUser: (userId: number, notification: NewNotification, now: DateTime.Utc) => Effect.Effect<void>
    readonly page: (userId: number, query: NotificationQuery) => Effect.Effect<CursorPage<NotificationRow>>
    /** Capped at `MAX_COUNTED`. */
    readonly unread: (userId: number) => Effect.Effect<number>
    /** Returns the number selected, including those read before. */
    readonly read: (userId: number, which: ToRead, now: DateTime.Utc) => Effect.Effect<number>
    readonly deleteOlder: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/platform/NotificationRecords") {}
