import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { Notification, NotificationId, NotificationPosition, UnreadCount } from "#domain/platform/Notification.ts"
import { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { cursorPageOf, cursorQuery } from "#domain/platform/Cursor.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"

export const OwnFrame = OwnEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "OwnFrame" })

export const ReadNotifications = Schema.Struct({ up_to: Schema.optionalKey(NotificationId) }).annotate({
  identifier: "ReadNotifications"
})

export class NotificationsGroup extends HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("list", "/notifications", {
      query: { ...cursorQuery(NotificationPosition), unread: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: Schema.Struct({ ...cursorPageOf(Notification).fields, ...UnreadCount.fields }).annotate({
        identifier: "NotificationPage"
      }),
      error: [Forbidden, InvalidInput]
    }).annotate(RequiredAccess, access.scoped("profile.read")),
    HttpApiEndpoint.get("get", "/notifications/:notification_id", {
      params: { notification_id: NotificationId },
      success: Notification,
      error: [Forbidden, NotFound]
    }).annotate(RequiredAccess, access.scoped("profile.read")),
    HttpApiEndpoint.post("readAll", "/notifications/read", {
      payload: ReadNotifications,
      success: UnreadCount,
      error: Forbidden
    }).annotate(RequiredAccess, access.scoped("profile.write")),
    HttpApiEndpoint.post("read", "/notifications/:notification_id/read", {
      params: { notification_id: NotificationId },
      success: UnreadCount,
      error: [Forbidden, NotFound]
    }).annotate(RequiredAccess, access.scoped("profile.write")),
    HttpApiEndpoint.get("stream", "/notifications/stream", { success: HttpApiSchema.StreamSse({ events: OwnFrame }) })
      .annotate(RequiredAccess, access.scoped("profile.read"))
      .annotate(
        OpenApi.Description,
        "What concerns the caller alone, at once and whenever it changes: how many notifications are unread, " +
          "and a mark of what they may do. `GET /api/auth/session` says the mark too; whoever knows another " +
          "reads again what they may act as."
      )
  )
  .prefix("/api") {}
