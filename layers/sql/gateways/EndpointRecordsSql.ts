import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { capabilitiesOf, DetectedFeatures, StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { type EndpointFields, EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { utc } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"

const { capabilities: _, ...fields } = StorageEndpoint.fields
const Row = Schema.Struct({ ...fields, created_at: Schema.Date, updated_at: Schema.Date })
const table = "storage_endpoints"
const endpointReader = makeRowReader(table, Row)
const secretReader = makeRowReader(table, Schema.Struct({ admin_secret: Schema.NullOr(Schema.String) }))
const idReader = makeRowReader(table, Schema.Struct({ id: Schema.Int }))
const nameReader = makeRowReader(table, Schema.Struct({ name: Schema.String }))
const encodeDetected = Schema.encodeSync(Schema.fromJsonString(DetectedFeatures))

const toEndpoint = (row: typeof Row.Type): StorageEndpoint => ({
  ...row,
  capabilities: capabilitiesOf(row.features_config),
  created_at: utc(row.created_at),
  updated_at: utc(row.updated_at)
})

const columns = `id, name, provider, url, region, verify_tls, is_default, is_sandbox, source, features_config, tags,
  latitude, longitude,
  admin_access_key, detected, health, version, created_at, updated_at,
  (select count(*)::int from rgw_accounts a where a.storage_endpoint_id = e.id) as account_count,
  (select count(*)::int from rgw_users u where u.storage_endpoint_id = e.id) as s3_user_count`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** JSON and arrays travel as text: the driver would guess their types. */
  const assignments = (fields: Partial<EndpointFields>) => {
    const { features_config, tags, ...plain } = fields
    const parts = Object.entries(plain).map(([column, value]) => sql`${sql(column)} = ${value}`)
    if (features_config !== undefined)
      parts.push(sql`features_config = ${JSON.stringify(features_config)}::text::jsonb`)
    if (tags !== undefined)
      parts.push(sql`tags = array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb))`)
    return parts
  }

  const onlyDefault = (isDefault: boolean | undefined, id: number | null) =>
    isDefault === true
      ? sql`update storage_endpoints set is_default = false where is_default and id is distinct from ${id}::int`
      : Effect.void

  const list = Effect.orDie(
    Effect.map(
      endpointReader.all(sql`select ${sql.literal(columns)} from storage_endpoints e order by lower(name)`),
      (rows) => rows.map(toEndpoint)
    )
  ).pipe(Effect.withSpan("EndpointRecords.list"))

  const find = Effect.fn("EndpointRecords.find")(function* (id: number) {
    const row = yield* Effect.orDie(
      endpointReader.first(sql`select ${sql.literal(columns)} from storage_endpoints e where id = ${id}`)
    )
    return row === null ? yield* new NotFound({ entity: "Storage endpoint", id: String(id) }) : toEndpoint(row)
  })

  const secret = Effect.fn("EndpointRecords.secret")(
    (id: number) =>
      Effect.map(
        secretReader.first(sql`select admin_secret from storage_endpoints where id = ${id}`),
        (row) => row?.admin_secret ?? null
      ),
    Effect.orDie
  )

  const add = Effect.fn("EndpointRecords.add")((fields: EndpointFields, now: DateTime.Utc) =>
    sql
      .withTransaction(
        Effect.gen(function* () {
          const at = DateTime.toDate(now)
          yield* onlyDefault(fields.is_default, null)
          const { id } = yield* idReader.one(sql`
        insert into storage_endpoints (
          name, url, provider, region, verify_tls, is_default, is_sandbox, source, features_config, tags, latitude,
            longitude,
          admin_access_key, admin_secret, created_at, updated_at
        ) values (
          ${fields.name}, ${fields.url}, ${fields.provider}, ${fields.region}, ${fields.verify_tls},
            ${fields.is_default}, ${fields.is_sandbox}, ${fields.source},
          ${JSON.stringify(fields.features_config)}::text::jsonb,
          array(select jsonb_array_elements_text(${JSON.stringify(fields.tags)}::text::jsonb)),
          ${fields.latitude}, ${fields.longitude}, ${fields.admin_access_key}, ${fields.admin_secret}, ${at}, ${at}
        ) returning id`)
          return id
        })
      )
      .pipe(nullWhenTaken, Effect.orDie)
  )

  const update = Effect.fn("EndpointRecords.update")((id: number, fields: Partial<EndpointFields>, now: DateTime.Utc) =>
    sql
      .withTransaction(
        Effect.gen(function* () {
          yield* onlyDefault(fields.is_default, id)
          const parts = [...assignments(fields), sql`updated_at = ${DateTime.toDate(now)}`]
          yield* sql`update storage_endpoints set ${sql.csv(parts)} where id = ${id}`
          return true as const
        })
      )
      .pipe(
        nullWhenTaken,
        Effect.map((done) => done ?? false),
        Effect.orDie
      )
  )

  const empty = Effect.fnUntraced(function* (id: number) {
    yield* sql`delete from private_accesses p using rgw_accounts a where p.rgw_account_id = a.id
      and a.storage_endpoint_id = ${id}`
    for (const table of ["s3_connections", "rgw_users", "rgw_accounts", "rate_cards"])
      yield* sql`delete from ${sql(table)} where storage_endpoint_id = ${id}`
    yield* sql`delete from notifications where type = 'endpoint_incident'
      and payload_json ->> 'storage_endpoint_id' = ${String(id)}`
  })

  const remove = Effect.fn("EndpointRecords.remove")(function* (id: number) {
    const sandboxRow = yield* nameReader.first(
      sql`select name from storage_endpoints where id = ${id} and is_sandbox for update`
    )
    if (sandboxRow !== null) yield* empty(id)
    const removed = yield* nameReader.first(sql`
      delete from storage_endpoints e where id = ${id}
        and not exists (select 1 from rgw_accounts a where a.storage_endpoint_id = e.id)
        and not exists (select 1 from rgw_users u where u.storage_endpoint_id = e.id)
        and not exists (select 1 from s3_connections c where c.storage_endpoint_id = e.id)
        and not exists (select 1 from rate_cards r where r.storage_endpoint_id = e.id)
      returning name`)
    return removed?.name ?? null
  }, Effect.orDie)

  const lock = Effect.orDie(Effect.asVoid(sql`select pg_advisory_xact_lock(7170016)`))

  const setDetected = Effect.fn("EndpointRecords.setDetected")(
    (id: number, detected: DetectedFeatures) =>
      Effect.asVoid(
        sql`update storage_endpoints set detected = ${encodeDetected(detected)}::text::jsonb where id = ${id}`
      ),
    Effect.orDie
  )

  return EndpointRecords.of({ list, find, secret, add, update, remove, lock, setDetected })
})

export const layer = Layer.effect(EndpointRecords, make)
