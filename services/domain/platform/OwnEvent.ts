import { Schema } from "effect"
import { AccessMark } from "./access/UserRights.ts"
import { streamEvent } from "./streamEvent.ts"
import { UnreadCount } from "./Notification.ts"

/** Mark that changes when a share of the user is created, used or ended, and with each connection. */
export const SharesMark = Schema.Struct({ shares_mark: Schema.String }).annotate({ identifier: "SharesMark" })

/**
 * Events about the signed-in user: unread count, access mark, share mark. When `access` differs from the mark a client
 * holds, it reads its contexts again. `shares` is sent at the start and on each change.
 */
export const OwnEvent = Schema.Union([
  streamEvent("unread", UnreadCount),
  streamEvent("access", AccessMark),
  streamEvent("shares", SharesMark)
])
export type OwnEvent = typeof OwnEvent.Type
