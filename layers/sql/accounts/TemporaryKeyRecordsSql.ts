import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TemporaryKeyRecords, type TemporaryKey } from "#services/accounts/contexts/TemporaryKeyRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const keyReader = makeRowReader(
  "temporary_owner_keys",
  Schema.Struct({ access_key: Schema.String, endpoint_id: Schema.Int, uid: Schema.String })
)

export const layer = Layer.effect(
  TemporaryKeyRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return TemporaryKeyRecords.of({
      add: Effect.fn("TemporaryKeyRecords.add")(
        ({ access_key, endpoint_id, uid }: TemporaryKey, now: DateTime.Utc) =>
          Effect.asVoid(sql`
            insert into temporary_owner_keys (access_key, storage_endpoint_id, uid, created_at)
            values (${access_key}, ${endpoint_id}, ${uid}, ${DateTime.toDate(now)})`),
        Effect.orDie
      ),
      forget: Effect.fn("TemporaryKeyRecords.forget")(
        (accessKey: string) => Effect.asVoid(sql`delete from temporary_owner_keys where access_key = ${accessKey}`),
        Effect.orDie
      ),
      has: Effect.fn("TemporaryKeyRecords.has")(
        (accessKey: string) =>
          Effect.map(
            sql`select 1 from temporary_owner_keys where access_key = ${accessKey}`,
            (found) => found.length > 0
          ),
        Effect.orDie
      ),
      madeBefore: Effect.fn("TemporaryKeyRecords.madeBefore")(
        (time: DateTime.Utc) =>
          keyReader.all(sql`
            select access_key, storage_endpoint_id as endpoint_id, uid from temporary_owner_keys
            where created_at < ${DateTime.toDate(time)} order by access_key limit 1000`),
        Effect.orDie
      )
    })
  })
)
