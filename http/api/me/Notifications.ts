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
        "Events of the caller alone, at once and after each change: the number of unread notifications, and " +
          "a mark of the caller's rights. `GET /api/auth/session` has the mark too; a client that has another " +
          "one reads its execution contexts again."
      )
  )
  .prefix("/api") {}
