import { Schema } from "effect"
import type { CursorQuery } from "./Cursor.ts"

export const NotificationId = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 1 }))

export const Notification = Schema.Struct({
  id: Schema.Int,
  type: Schema.String,
  severity: Schema.Literals(["info", "warning", "critical"]),
  title: Schema.String,
  message: Schema.String,
  payload_json: Schema.Record(Schema.String, Schema.Json),
  link: Schema.NullOr(Schema.String),
  created_at: Schema.String,
  read_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Notification" })
export type Notification = typeof Notification.Type

export const MAX_COUNTED = 100

export const UnreadCount = Schema.Struct({
  unread_count: Schema.Int
}).annotate({ identifier: "UnreadCount" })
export type UnreadCount = typeof UnreadCount.Type

export const NotificationPosition = Schema.Tuple([
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
])
export type NotificationPosition = typeof NotificationPosition.Type

export interface NotificationQuery extends CursorQuery<NotificationPosition> {
  readonly unread?: boolean
}
