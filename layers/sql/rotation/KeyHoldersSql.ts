import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { HeldKeyType } from "#domain/rotation/KeyRotation.ts"
import { type HeldKey, KeyHolders } from "#services/rotation/KeyHolders.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"

/** Where the keys of a type are: a table `h`, and the endpoint `e` of each row. */
interface Place {
  readonly table: string
  readonly from: string
  readonly columns: string
  readonly where: string
  readonly key: string
  readonly secret: string
}

const registered = (table: string, external: string): Place => ({
  table, from: `${table} h join storage_endpoints e on e.id = h.storage_endpoint_id`, where: "true", key: "access_key", secret: "secret",
  columns: `h.id, h.name, h.${external} as external_id, h.rgw_user_uid as uid, h.access_key`
})

const places: Record<HeldKeyType, Place> = {
  account: registered("rgw_accounts", "rgw_account_id"),
  s3_user: registered("rgw_users", "rgw_user_uid"),
  endpoint: {
    table: "storage_endpoints", from: "storage_endpoints e", where: "e.admin_access_key is not null", key: "admin_access_key", secret: "admin_secret",
    columns: "e.id, e.name, e.url as external_id, null::text as uid, e.admin_access_key as access_key"
  }
}

const held = rowsOf("rgw_accounts, rgw_users, storage_endpoints", Schema.Struct({
  id: Schema.Int, name: Schema.String, external_id: Schema.String, uid: Schema.NullOr(Schema.String), access_key: Schema.String,
  endpoint_id: Schema.Int, endpoint_name: Schema.String
}))

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const select = ({ columns, from, where }: Place) =>
    sql`select ${sql.literal(`${columns}, e.id as endpoint_id, e.name as endpoint_name from ${from} where ${where}`)}`

  const on = Effect.fn("KeyHolders.on")((endpointIds: ReadonlyArray<number>, types: ReadonlyArray<HeldKeyType>) =>
    Effect.map(Effect.forEach(types, (type) =>
      Effect.map(held.all(sql`
        ${select(places[type])} and e.id in (select jsonb_array_elements_text(${JSON.stringify(endpointIds)}::text::jsonb)::int) order by e.id, 1`),
        (rows) => rows.map((row): HeldKey => ({ type, ...row })))), (found) => found.flat()), Effect.orDie)

  const find = Effect.fn("KeyHolders.find")((type: HeldKeyType, id: number) =>
    Effect.map(held.first(sql`${select(places[type])} and ${sql.literal(type === "endpoint" ? "e.id" : "h.id")} = ${id}`),
      (row): HeldKey | null => row === null ? null : { type, ...row }), Effect.orDie)

  const replace = Effect.fn("KeyHolders.replace")(function*({ access_key, id, type }: HeldKey, accessKey: string, sealed: string) {
    const { key, secret, table } = places[type]
    const now = new Date(yield* Clock.currentTimeMillis)
    const touched = type === "endpoint" ? sql`, updated_at = ${now}` : sql``
    const written = yield* sql`
      update ${sql(table)} set ${sql(key)} = ${accessKey}, ${sql(secret)} = ${sealed} ${touched} where id = ${id} and ${sql(key)} = ${access_key} returning id`
    return written.length > 0
  }, Effect.orDie)

  return KeyHolders.of({ on, find, replace })
})

/** Keys of gateways in PostgreSQL. */
export const layer = Layer.effect(KeyHolders, make)
