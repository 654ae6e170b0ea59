import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { StoredKeyType } from "#domain/fleet/KeyRotation.ts"
import { type StoredKey, KeyHolders, type SealedKey } from "#services/fleet/rotation/KeyHolders.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

interface Place {
  readonly table: string
  readonly from: string
  readonly columns: string
  readonly where: string
  readonly key: string
  readonly secret: string
}

const registered = (table: string, external: string): Place => ({
  table,
  from: `${table} h join storage_endpoints e on e.id = h.storage_endpoint_id`,
  where: "true",
  key: "access_key",
  secret: "secret",
  columns: `h.id, h.name, h.${external} as external_id, h.rgw_user_uid as uid, h.access_key`
})

const places: Record<StoredKeyType, Place> = {
  account: registered("rgw_accounts", "rgw_account_id"),
  s3_user: registered("rgw_users", "rgw_user_uid"),
  connection: {
    table: "s3_connections",
    from: "s3_connections h join storage_endpoints e on e.id = h.storage_endpoint_id",
    key: "access_key",
    secret: "secret",
    where: "h.owner_user_id is null and not h.has_session_token and h.expires_at is null and not h.server_managed",
    columns: "h.id, h.name, h.id::text as external_id, null::text as uid, h.access_key"
  },
  endpoint: {
    table: "storage_endpoints",
    from: "storage_endpoints e",
    where: "e.admin_access_key is not null and e.source = 'database'",
    key: "admin_access_key",
    secret: "admin_secret",
    columns: "e.id, e.name, e.url as external_id, null::text as uid, e.admin_access_key as access_key"
  }
}

const heldKeyReader = makeRowReader(
  "rgw_accounts, rgw_users, storage_endpoints",
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    external_id: Schema.String,
    uid: Schema.NullOr(Schema.String),
    access_key: Schema.String,
    endpoint_id: Schema.Int,
    endpoint_name: Schema.String
  })
)

const sharedKeyReader = makeRowReader(
  "rgw_accounts, rgw_users, s3_connections, storage_endpoints",
  Schema.Struct({ held: Schema.String })
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const select = ({ columns, from, where }: Place) =>
    sql`select ${sql.literal(`${columns}, e.id as endpoint_id, e.name as endpoint_name from ${from} where ${where}`)}`

  const on = Effect.fn("KeyHolders.on")(
    (endpointIds: ReadonlyArray<number>, types: ReadonlyArray<StoredKeyType>) =>
      Effect.map(
        Effect.forEach(types, (type) =>
          Effect.map(
            heldKeyReader.all(sql`
        ${select(places[type])}
          and e.id in (select jsonb_array_elements_text(${JSON.stringify(endpointIds)}::text::jsonb)::int)
          order by e.id, 1`),
            (rows) => rows.map((row): StoredKey => ({ type, ...row }))
          )
        ),
        (found) => found.flat()
      ),
    Effect.orDie
  )

  const find = Effect.fn("KeyHolders.find")(
    (type: StoredKeyType, id: number) =>
      Effect.map(
        heldKeyReader.first(
          sql`${select(places[type])} and ${sql.literal(type === "endpoint" ? "e.id" : "h.id")} = ${id}`
        ),
        (row): StoredKey | null => (row === null ? null : { type, ...row })
      ),
    Effect.orDie
  )

  const doubled = Effect.fn("KeyHolders.shared")(
    (endpointIds: ReadonlyArray<number>) =>
      Effect.map(
        sharedKeyReader.all(sql`
      select k.endpoint || '/' || k.key as held from (
        select storage_endpoint_id as endpoint, access_key as key from rgw_accounts
        union all select storage_endpoint_id, access_key from rgw_users
        union all select storage_endpoint_id, access_key from s3_connections where storage_endpoint_id is not null
        union all select id, admin_access_key from storage_endpoints where admin_access_key is not null
      ) k
      where k.endpoint in (select jsonb_array_elements_text(${JSON.stringify(endpointIds)}::text::jsonb)::int)
      group by k.endpoint, k.key having count(*) > 1`),
        (rows) => new Set(rows.map(({ held }) => held))
      ),
    Effect.orDie
  )

  const replace = Effect.fn("KeyHolders.replace")(function* ({ access_key, id, type }: StoredKey, next: SealedKey) {
    const { key, secret, table } = places[type]
    const now = new Date(yield* Clock.currentTimeMillis)
    const touched = {
      account: sql``,
      s3_user: sql``,
      endpoint: sql`, updated_at = ${now}`,
      connection: sql`, updated_at = ${now}, version = version + 1, seal = ${next.seal}::uuid, probe = null`
    }[type]
    const written = yield* sql`
      update ${sql(table)} set ${sql(key)} = ${next.access_key}, ${sql(secret)} = ${next.secret} ${touched}
        where id = ${id} and ${sql(key)} = ${access_key} returning id`
    return written.length > 0
  }, Effect.orDie)

  return KeyHolders.of({ on, find, shared: doubled, replace })
})

export const layer = Layer.effect(KeyHolders, make)
