import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type KeyUse, KeyUseRecords } from "#services/gateways/credentials/KeyUseRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const keyUseReader = makeRowReader("key_uses", Schema.Struct({ access_key: Schema.String, last_used_at: Schema.Date }))

const usesJson = (uses: ReadonlyArray<KeyUse>): string =>
  JSON.stringify(uses.map(({ accessKey, at, endpointId }) => ({ endpoint_id: endpointId, access_key: accessKey, at })))

export const layer = Layer.effect(
  KeyUseRecords,
  Effect.map(SqlClient.SqlClient, (sql) =>
    KeyUseRecords.of({
      // ordered, so that two processes cannot deadlock
      store: Effect.fn("KeyUseRecords.store")(
        (uses: ReadonlyArray<KeyUse>) =>
          Effect.asVoid(sql`
    insert into key_uses (storage_endpoint_id, access_key, last_used_at)
    select u.endpoint_id, u.access_key, to_timestamp(u.at / 1000)
    from jsonb_to_recordset(${usesJson(uses)}::text::jsonb)
      as u (endpoint_id integer, access_key text, at double precision)
    where (u.endpoint_id, u.access_key) in (
      select storage_endpoint_id, access_key from rgw_accounts
      union all select storage_endpoint_id, access_key from rgw_users
      union all select storage_endpoint_id, access_key from s3_connections where storage_endpoint_id is not null
      union all select id, admin_access_key from storage_endpoints where admin_access_key is not null
    )
    order by u.endpoint_id, u.access_key
    on conflict (storage_endpoint_id, access_key) do update set last_used_at = excluded.last_used_at
      where key_uses.last_used_at < excluded.last_used_at`),
        Effect.orDie
      ),

      lastUses: Effect.fn("KeyUseRecords.lastUses")(
        (endpointId: number, accessKeys: ReadonlyArray<string>) =>
          Effect.map(
            keyUseReader.all(sql`
      select access_key, last_used_at from key_uses
      where storage_endpoint_id = ${endpointId}
        and access_key in (select jsonb_array_elements_text(${JSON.stringify(accessKeys)}::text::jsonb))`),
            (rows) =>
              new Map(rows.map(({ access_key, last_used_at }) => [access_key, DateTime.fromDateUnsafe(last_used_at)]))
          ),
        Effect.orDie
      ),

      forget: Effect.fn("KeyUseRecords.forget")(
        (before: number) =>
          Effect.asVoid(sql`delete from key_uses where last_used_at < to_timestamp(${before / 1000}::float8)`),
        Effect.orDie
      )
    })
  )
)
