import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { UiRole } from "#domain/access/Caller.ts"
import { type NewNotification, NotificationRecords } from "#services/notifications/NotificationRecords.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const deleteOlder = Effect.fn("NotificationRecords.deleteOlder")((before: DateTime.Utc, limit: number) =>
    sql`
      delete from notifications where id in (
        select id from notifications where created_at < ${DateTime.toDate(before)} order by created_at limit ${limit}
      ) returning id`.pipe(Effect.map((rows) => rows.length), Effect.orDie))
  const addForRoles = Effect.fn("NotificationRecords.addForRoles")(
    (roles: ReadonlyArray<UiRole>, { message, payload, severity, title, type }: NewNotification, now: DateTime.Utc) =>
      sql`
        insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
        select id, ${type}::text, ${severity}::text, ${title}::text, ${message}::text, ${JSON.stringify(payload)}::text::jsonb,
          ${DateTime.toDate(now)}::timestamptz
        from ui_users where is_active and ${sql.in("role", roles)}`,
    Effect.asVoid,
    Effect.orDie
  )
  return NotificationRecords.of({ addForRoles, deleteOlder })
})

/** Notifications in PostgreSQL. */
export const layer = Layer.effect(NotificationRecords, make)
