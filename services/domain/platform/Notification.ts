import { Schema } from "effect"
import type { CursorQuery } from "./Cursor.ts"

/** The number of a notification, which is counted in 64 bits. */
export const NotificationId = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 1 }))

/** Something that one person is told. */
export const Notification = Schema.Struct({
  id: Schema.Int,
  type: Schema.String,
  severity: Schema.Literals(["info", "warning", "critical"]),
  title: Schema.String,
  message: Schema.String,
  /** Ids of what it speaks of. */
  payload_json: Schema.Record(Schema.String, Schema.Json),
  /** The page of the console that shows it; null where there is none. */
  link: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  read_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Notification" })
export type Notification = typeof Notification.Type

/** Unread notifications are counted up to here: more are "99+". */
export const mostCounted = 100

export const UnreadCount = Schema.Struct({
  /** At most 100: so many or more. */
  unread_count: Schema.Int
}).annotate({ identifier: "UnreadCount" })
export type UnreadCount = typeof UnreadCount.Type

/** Where a page ended. */
export const NotificationPosition = Schema.Tuple([
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
])
export type NotificationPosition = typeof NotificationPosition.Type

export interface NotificationQuery extends CursorQuery<NotificationPosition> {
  readonly unread?: boolean
}
