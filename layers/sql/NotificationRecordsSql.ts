import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotificationRecords } from "#services/notifications/NotificationRecords.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const deleteOlder = Effect.fn("NotificationRecords.deleteOlder")((before: DateTime.Utc, limit: number) =>
    sql`
      delete from notifications where id in (
        select id from notifications where created_at < ${DateTime.toDate(before)} order by created_at limit ${limit}
      ) returning id`.pipe(Effect.map((rows) => rows.length), Effect.orDie))
  return NotificationRecords.of({ deleteOlder })
})

/** Notifications in PostgreSQL. */
export const layer = Layer.effect(NotificationRecords, make)
