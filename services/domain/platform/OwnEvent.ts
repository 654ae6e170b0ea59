import { Schema } from "effect"
import { AccessMark } from "./access/UserRights.ts"
import { streamEvent } from "./streamEvent.ts"
import { UnreadCount } from "./Notification.ts"

export const SharesMark = Schema.Struct({ shares_mark: Schema.String }).annotate({ identifier: "SharesMark" })

/** When `access` differs from the client's mark, it reads its contexts again. */
export const OwnEvent = Schema.Union([
  streamEvent("unread", UnreadCount),
  streamEvent("access", AccessMark),
  streamEvent("shares", SharesMark)
])
export type OwnEvent = typeof OwnEvent.Type
