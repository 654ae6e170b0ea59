import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import { notificationLink } from "#domain/platform/notificationLink.ts"
import type { Notification, NotificationQuery, UnreadCount } from "#domain/platform/Notification.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { NotificationRecords, type NotificationRow } from "./NotificationRecords.ts"

const requiresAccount = new Forbidden({ code: "forbidden", detail: "Notifications are for people with an account" })

const linked = ({ workspace, ...row }: NotificationRow): Notification => ({
  ...row,
  link: notificationLink({ ...row, workspace })
})

export class Notifications extends Context.Service<
  Notifications,
  {
    readonly list: (
      caller: Caller,
      query: NotificationQuery
    ) => Effect.Effect<CursorPage<Notification> & UnreadCount, Forbidden>
    readonly one: (caller: Caller, id: number) => Effect.Effect<Notification, Forbidden | NotFound>
    readonly read: (caller: Caller, id: number) => Effect.Effect<UnreadCount, Forbidden | NotFound>
    /** `upTo`: id; null for all. Notifications that arrived later stay unread. */
    readonly readAll: (caller: Caller, upTo: number | null) => Effect.Effect<UnreadCount, Forbidden>
  }
>()("stowage/services/platform/Notifications") {
  static readonly layer = Layer.effect(
    Notifications,
    Effect.gen(function* () {
      const records = yield* NotificationRecords

      const reader = (caller: Caller) => {
        const user = callerUser(caller)
        return user === null ? Effect.fail(requiresAccount) : Effect.succeed(user.id)
      }
      const unreadCount = (userId: number) =>
        Effect.map(records.unread(userId), (unread_count): UnreadCount => ({ unread_count }))

      const list = Effect.fn("Notifications.list")(function* (caller: Caller, query: NotificationQuery) {
        const userId = yield* reader(caller)
        const [page, count] = yield* Effect.all([records.page(userId, query), unreadCount(userId)], { concurrency: 2 })
        return {
          ...count,
          next_cursor: page.next_cursor,
          items: page.items.map(linked)
        }
      })

      const one = Effect.fn("Notifications.one")(function* (caller: Caller, id: number) {
        const {
          items: [row]
        } = yield* records.page(yield* reader(caller), { limit: 1, cursor: [id + 1] })
        if (row?.id !== id) return yield* new NotFound({ entity: "Notification", id: String(id) })
        return linked(row)
      })

      const read = Effect.fn("Notifications.read")(function* (caller: Caller, id: number) {
        const userId = yield* reader(caller)
        if ((yield* records.read(userId, { id }, yield* DateTime.now)) === 0)
          return yield* new NotFound({ entity: "Notification", id: String(id) })
        return yield* unreadCount(userId)
      })

      const readAll = Effect.fn("Notifications.readAll")(function* (caller: Caller, upTo: number | null) {
        const userId = yield* reader(caller)
        yield* records.read(userId, { upTo }, yield* DateTime.now)
        return yield* unreadCount(userId)
      })

      return Notifications.of({ list, one, read, readAll })
    })
  )
}
