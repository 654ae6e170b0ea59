import { Schema } from "effect"
import { AccessMark } from "./access/UserRights.ts"
import { streamEvent } from "./streamEvent.ts"
import { UnreadCount } from "./Notification.ts"

/** Another text whenever a link of theirs was made, used or ended. */
export const SharesMark = Schema.Struct({ shares_mark: Schema.String }).annotate({ identifier: "SharesMark" })

/**
 * What one person is told of their own: `unread`, how many notifications they have not read; `access`, what they may do is marked so now.
 * `shares`, something happened with a link of theirs (told only when it does).
 * Who knows another mark reads again what they may act as.
 */
export const OwnEvent = Schema.Union([streamEvent("unread", UnreadCount), streamEvent("access", AccessMark), streamEvent("shares", SharesMark)])
export type OwnEvent = typeof OwnEvent.Type
