import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { Notification, NotificationPosition, type NotificationQuery } from "#domain/platform/Notification.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import { type NewNotification, NotificationRecords, type ToRead } from "#services/platform/NotificationRecords.ts"
import { afterCursor } from "../../postgres/listing.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { linkedWorkspace, ownNotifications, unreadStatement } from "./unreadStatement.ts"

const { created_at, id, message, payload_json, read_at, severity, title, type } = Notification.fields
const rowReader = makeRowReader(
  "notifications",
  Schema.Struct({
    id,
    type,
    severity,
    title,
    message,
    payload_json,
    created_at,
    read_at,
    workspace: Schema.NullOr(Schema.Literals(["admin", "manager", "portal"]))
  })
)
const countReader = makeRowReader("notifications", Schema.Struct({ count: Schema.Int }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const deleteOlder = Effect.fn("NotificationRecords.deleteOlder")((before: DateTime.Utc, limit: number) =>
    sql`
      delete from notifications where id in (
        select id from notifications where created_at < ${DateTime.toDate(before)} order by created_at limit ${limit}
      ) returning id`.pipe(
      Effect.map((rows) => rows.length),
      Effect.orDie
    )
  )
  const add = (
    whom: Statement.Fragment,
    { message, payload, severity, title, type }: NewNotification,
    now: DateTime.Utc
  ) =>
    Effect.orDie(
      Effect.asVoid(sql`
      insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
      select id, ${type}::text, ${severity}::text, ${title}::text, ${message}::text,
        ${JSON.stringify(payload)}::text::jsonb,
        ${DateTime.toDate(now)}::timestamptz
      from ui_users where is_active and ${whom}`)
    )
  const addForRoles = Effect.fn("NotificationRecords.addForRoles")(
    (roles: ReadonlyArray<UiRole>, notification: NewNotification, now: DateTime.Utc) =>
      add(sql`${sql.in("role", roles)}`, notification, now)
  )
  const addForUser = Effect.fn("NotificationRecords.addForUser")(
    (userId: number, notification: NewNotification, now: DateTime.Utc) => add(sql`id = ${userId}`, notification, now)
  )

  const own = (userId: number) => ownNotifications(sql, userId)

  const page = Effect.fn("NotificationRecords.page")(function* (userId: number, query: NotificationQuery) {
    const { behind, rest } = afterCursor(sql, ["n.id"], query, ([before]) => sql`(${before}::bigint)`)
    const pageRows = yield* rowReader.all(sql`
      select n.id::float8 as id, n.type, n.severity, n.title, n.message, n.payload_json,
        ${sql.literal(isoText("n.created_at"))} as created_at,
        ${sql.literal(isoText("n.read_at"))} as read_at, ${sql.literal(linkedWorkspace)} as workspace
      ${own(userId)} and ${query.unread === true ? sql`n.read_at is null` : sql`true`} and ${behind} ${rest}`)
    return cutPage(pageRows, query, NotificationPosition, (row) => [row.id] as const)
  }, Effect.orDie)

  const unread = Effect.fn("NotificationRecords.unread")(
    (userId: number) => Effect.map(countReader.one(sql`${unreadStatement(sql, userId)}`), ({ count }) => count),
    Effect.orDie
  )

  const read = Effect.fn("NotificationRecords.read")(
    (userId: number, which: ToRead, now: DateTime.Utc) =>
      Effect.map(
        sql`
        with meant as (
          select n.id, n.read_at ${own(userId)}
            and ${
              "id" in which
                ? sql`n.id = ${which.id}::bigint`
                : sql`n.read_at is null
            and n.id <= ${which.upTo ?? Number.MAX_SAFE_INTEGER}::bigint`
            }
        ), marked as (
          update notifications set read_at = ${DateTime.toDate(now)} where id in (select id from meant)
            and read_at is null
        )
        select id from meant`,
        (meant) => meant.length
      ),
    Effect.orDie
  )

  return NotificationRecords.of({ addForRoles, addForUser, page, unread, read, deleteOlder })
})

export const layer = Layer.effect(NotificationRecords, make)
