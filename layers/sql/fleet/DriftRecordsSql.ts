import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type DriftDifference, DriftKind, DriftProblem, EndpointDrift } from "#domain/accounts/Drift.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"
import { type ComparedRegistration, DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const tables = {
  account: { table: "rgw_accounts", external: "rgw_account_id", own: "rgw_account_id", entity: "RGW account" },
  s3_user: { table: "rgw_users", external: "rgw_user_uid", own: "rgw_user_id", entity: "RGW user" }
} as const

const comparedAccountReader = makeRowReader(
  "rgw_accounts, rgw_users, drift_findings",
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    external_id: Schema.String,
    uid: Schema.String,
    access_key: Schema.String,
    gateway_name: Schema.String,
    suspended: Schema.Boolean,
    endpoint_id: Schema.Int,
    found: Schema.Array(DriftKind)
  })
)
const countReader = makeRowReader(
  "drift_findings",
  Schema.Struct({ account_count: Schema.Int, s3_user_count: Schema.Int })
)
const checkReader = makeRowReader(
  "drift_checks",
  Schema.Struct({ ...EndpointDrift.fields, problem: Schema.NullOr(DriftProblem) })
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const selection = (kind: RegistrationKind) => {
    const { external, own, table } = tables[kind]
    return sql.literal(`
      select r.id, r.name, r.${external} as external_id, r.rgw_user_uid as uid, r.access_key, r.gateway_name,
        r.suspended, r.storage_endpoint_id as endpoint_id,
        coalesce((select jsonb_agg(d.kind) from drift_findings d where d.${own} = r.id), '[]'::jsonb) as found
      from ${table} r`)
  }
  const rowOf =
    (kind: RegistrationKind) =>
    (row: Omit<ComparedRegistration, "kind">): ComparedRegistration => ({ kind, ...row })

  const after = Effect.fn("DriftRecords.after")(
    (kind: RegistrationKind, endpointId: number, last: number, limit: number) =>
      Effect.map(
        comparedAccountReader.all(
          sql`${selection(kind)} where r.storage_endpoint_id = ${endpointId} and r.id > ${last} order by r.id
            limit ${limit}`
        ),
        (rows) => rows.map(rowOf(kind))
      ),
    Effect.orDie
  )

  const find = Effect.fn("DriftRecords.find")(function* (kind: RegistrationKind, id: number) {
    const row = yield* Effect.orDie(comparedAccountReader.first(sql`${selection(kind)} where r.id = ${id}`))
    return row === null ? yield* new NotFound({ entity: tables[kind].entity, id: String(id) }) : rowOf(kind)(row)
  })

  const replace = Effect.fn("DriftRecords.replace")(function* (
    { access_key, gateway_name, id, kind, suspended }: ComparedRegistration,
    differences: ReadonlyArray<DriftDifference>,
    now: DateTime.Utc
  ) {
    const { own, table } = tables[kind]
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        // the row is locked: a replaced key or a removed registration makes the comparison void
        const isLeased = yield* sql`
        select id from ${sql(table)} where id = ${id} and access_key = ${access_key} and gateway_name = ${gateway_name}
          and suspended = ${suspended} for update`
        if (isLeased.length === 0) return false
        yield* sql`
        delete from drift_findings where ${sql(own)} = ${id}
          and kind not in (select
            jsonb_array_elements_text(${JSON.stringify(differences.map(({ kind }) => kind))}::text::jsonb))`
        yield* Effect.forEach(
          differences,
          ({ here, kind: what, there }) => sql`
        insert into drift_findings (${sql(own)}, kind, here, there, found_at)
          values (${id}, ${what}, ${here}, ${there}, ${DateTime.toDateUtc(now)})
        on conflict (${sql(own)}, kind) do update set here = excluded.here, there = excluded.there
          where (drift_findings.here, drift_findings.there) is distinct from (excluded.here, excluded.there)`,
          { discard: true }
        )
        return true
      })
    )
  }, Effect.orDie)

  const setChecked = Effect.fn("DriftRecords.setChecked")(
    (check: Parameters<DriftRecords["Service"]["setChecked"]>[0], now: DateTime.Utc) =>
      Effect.asVoid(sql`
      insert into drift_checks (storage_endpoint_id, status, compared_count, differing_count, unread_count, problem,
        checked_at)
      select id, ${check.status}, ${check.compared_count}::int, ${check.differing_count}::int,
        ${check.unread_count}::int,
        ${check.problem === null ? null : JSON.stringify(check.problem)}::text::jsonb,
          ${DateTime.toDateUtc(now)}::timestamptz
      from storage_endpoints where id = ${check.storage_endpoint_id}
      on conflict (storage_endpoint_id) do update set status = excluded.status,
        compared_count = excluded.compared_count,
        differing_count = excluded.differing_count, unread_count = excluded.unread_count, problem = excluded.problem,
          checked_at = excluded.checked_at`),
    Effect.orDie
  )

  const summary = Effect.orDie(
    Effect.gen(function* () {
      const affectedCounts = yield* countReader.one(sql`
      select count(distinct rgw_account_id)::int as account_count, count(distinct rgw_user_id)::int as s3_user_count
        from drift_findings`)
      const endpoints = yield* checkReader.all(sql`
      select c.storage_endpoint_id, e.name, c.status, c.compared_count, c.differing_count, c.unread_count, c.problem,
        ${sql.literal(isoText("c.checked_at"))} as checked_at
      from drift_checks c join storage_endpoints e on e.id = c.storage_endpoint_id order by lower(e.name), e.id`)
      return { ...affectedCounts, endpoints }
    })
  ).pipe(Effect.withSpan("DriftRecords.summary"))

  return DriftRecords.of({ after, find, replace, setChecked, summary })
})

export const layer = Layer.effect(DriftRecords, make)
