import { Schema } from "effect"
import { AccessMark } from "../access/UserRights.ts"
import { streamEvent } from "../live/streamEvent.ts"
import { UnreadCount } from "./Notification.ts"

/**
 * What one person is told of their own: `unread`, how many notifications they have not read; `access`, what they may do is marked so now.
 * Who knows another mark reads again what they may act as.
 */
export const OwnEvent = Schema.Union([streamEvent("unread", UnreadCount), streamEvent("access", AccessMark)])
export type OwnEvent = typeof OwnEvent.Type
