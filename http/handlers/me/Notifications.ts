import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { OwnFrame } from "#api/me/Notifications.ts"
import { callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Notifications } from "#services/platform/Notifications.ts"
import { UserEvents } from "#services/platform/UserEvents.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { respondFeed } from "../../EventFeed.ts"
import { cachedFrameEncoder } from "../../cachedFrameEncoder.ts"

const frames = cachedFrameEncoder(OwnFrame)

export const NotificationsHandlers = HttpApiBuilder.group(
  Api,
  "notifications",
  Effect.fn(function* (handlers) {
    const notifications = yield* Notifications
    const news = yield* UserEvents
    const rights = yield* StreamRights
    return handlers.handleAll({
      list: ({ query: { unread, ...query } }) =>
        Effect.flatMap(CurrentCaller, (caller) => notifications.list(caller, { ...query, unread: unread === "true" })),
      stream: Effect.fn("notifications.stream")(function* () {
        const caller = yield* CurrentCaller
        return respondFeed((reader) => {
          const unwatch = rights.watch({ caller, workspace: "own", contextId: "", tool: null }, () => reader.end())
          const unfollow = news.follow(callerUser(caller)?.id ?? 0, (some) => reader.send(frames(some)))
          return () => {
            unwatch()
            unfollow()
          }
        })
      }),
      get: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => notifications.one(caller, params.notification_id)),
      readAll: ({ payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => notifications.readAll(caller, payload.up_to ?? null)),
      read: ({ params }) =>
        Effect.flatMap(CurrentCaller, (caller) => notifications.read(caller, params.notification_id))
    })
  })
)
