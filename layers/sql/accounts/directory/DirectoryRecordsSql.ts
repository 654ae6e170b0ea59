import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { QuotaUsage } from "#domain/accounts/QuotaUsage.ts"
import { directoryQueries, type DirectorySort } from "#domain/accounts/EndpointDirectory.ts"
import type { OffsetQuery } from "#domain/platform/Paging.ts"
import type { QueryFilter } from "#domain/platform/query/QueryFilter.ts"
import {
  type DirectoryPlace,
  DirectoryRecords,
  type DirectoryRow,
  type IdentityDetails,
  type IdentityReading
} from "#services/accounts/directory/DirectoryRecords.ts"
import { offsetPage } from "../../../postgres/listing.ts"
import { filterSql } from "../../../postgres/query/filterSql.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { directorySources } from "./directorySource.ts"
import { rowOfReading } from "./rowOfReading.ts"

const Freeze = Schema.Struct({
  frozen_at: Schema.String,
  frozen_by: Schema.String,
  suspended_users: Schema.Array(Schema.String),
  denied_roles: Schema.Array(Schema.String)
})
const Row = Schema.Struct({
  id: Schema.String,
  tenant: Schema.String,
  details: Schema.Unknown,
  details_read_at: Schema.NullOr(Schema.Date),
  problem: Schema.NullOr(Schema.String),
  registered_id: Schema.NullOr(Schema.Int),
  freeze: Schema.NullOr(Freeze)
})
const rowReader = makeRowReader("directory_rows", Row)
const stateReader = makeRowReader(
  "directory_listings",
  Schema.Struct({
    read_at: Schema.Date,
    total: Schema.Int,
    detailed: Schema.Int,
    details_read_at: Schema.NullOr(Schema.Date),
    version: Schema.String
  })
)
const firstUserReader = makeRowReader("directory_rows", Schema.Struct({ account_id: Schema.String, id: Schema.String }))
const idReader = makeRowReader("directory_rows", Schema.Struct({ id: Schema.String }))

const usageOf = Schema.decodeUnknownSync(QuotaUsage)

const rowOf = ({ details: stored, freeze, ...row }: typeof Row.Type): DirectoryRow => {
  const details = stored as IdentityDetails | null
  return {
    ...row,
    details: details === null ? null : { ...details, usage: usageOf(details.usage) },
    freeze: freeze === null ? null : { ...freeze, frozen_at: new Date(freeze.frozen_at) }
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const textsOf = (values: ReadonlyArray<string>) =>
    sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`
  const at = ({ endpointId, kind }: DirectoryPlace) => sql`(r.endpoint_id = ${endpointId} and r.kind = ${kind})`

  // every change of a row gives it the id of a later transaction
  const rowsVersion = (table: string, endpoint: string) =>
    `(select concat(count(*), ':', sum(t.xmin::text::bigint)) from ${table} t where t.${endpoint} = l.endpoint_id)`
  const linkedVersions = {
    account: sql.literal(
      `${rowsVersion("rgw_accounts", "storage_endpoint_id")}, ${rowsVersion("account_freezes", "endpoint_id")}`
    ),
    user: sql.literal(rowsVersion("rgw_users", "storage_endpoint_id"))
  }

  const state = Effect.fn("DirectoryRecords.state")(
    ({ endpointId, kind }: DirectoryPlace) =>
      Effect.map(
        stateReader.first(sql`
        select l.read_at, count(r.id)::int as total, count(r.details_read_at)::int as detailed,
          min(r.details_read_at) as details_read_at,
          concat_ws(' ', l.xmin, count(r.id), sum(r.xmin::text::bigint), ${linkedVersions[kind]}) as version
        from directory_listings l left join directory_rows r on r.endpoint_id = l.endpoint_id and r.kind = l.kind
        where l.endpoint_id = ${endpointId} and l.kind = ${kind} group by l.endpoint_id, l.read_at, l.xmin`),
        (row) =>
          row === null
            ? null
            : {
                read_at: DateTime.fromDateUnsafe(row.read_at),
                version: row.version,
                total: row.total,
                detailed: row.detailed,
                details_read_at: row.details_read_at === null ? null : DateTime.fromDateUnsafe(row.details_read_at)
              }
      ),
    Effect.orDie
  )

  const saveIds = Effect.fn("DirectoryRecords.saveIds")(
    function* (place: DirectoryPlace, all: ReadonlyArray<string>, now: DateTime.Utc) {
      const { endpointId, kind } = place
      yield* sql`
        insert into directory_listings (endpoint_id, kind, read_at)
        values (${endpointId}, ${kind}, ${DateTime.toDateUtc(now)})
        on conflict (endpoint_id, kind) do update set read_at = excluded.read_at`
      yield* sql`
        insert into directory_rows (endpoint_id, kind, id, tenant)
        select ${endpointId}::int, ${kind}::text, i.id,
          case when strpos(i.id, '$') > 1 then split_part(i.id, '$', 1) else '' end
        from jsonb_array_elements_text(${JSON.stringify(all)}::text::jsonb) as i (id)
        on conflict do nothing`
      yield* sql`delete from directory_rows r where ${at(place)} and r.id not in ${textsOf(all)}`
    },
    sql.withTransaction,
    Effect.orDie
  )

  const outdated = Effect.fn("DirectoryRecords.outdated")(
    (
      place: DirectoryPlace,
      { before, retryBefore }: { readonly before: DateTime.Utc; readonly retryBefore: DateTime.Utc },
      only: ReadonlyArray<string> | null
    ) =>
      Effect.map(
        idReader.all(sql`
        select r.id from directory_rows r
        where ${at(place)} and coalesce(r.details_read_at < case when r.problem is null
            then ${DateTime.toDateUtc(before)}::timestamptz
            else ${DateTime.toDateUtc(retryBefore)}::timestamptz end, true)
          and ${only === null ? sql`true` : sql`r.id in ${textsOf(only)}`}
        order by r.id`),
        (found) => found.map(({ id }) => id)
      ),
    Effect.orDie
  )

  const saveDetails = Effect.fn("DirectoryRecords.saveDetails")(
    (place: DirectoryPlace, readings: ReadonlyArray<IdentityReading>, now: DateTime.Utc) =>
      Effect.asVoid(sql`
      insert into directory_rows (endpoint_id, kind, id, tenant, name, email, account_id, state, max_buckets,
        quota_max_size_bytes, quota_max_objects, used_bytes, counted_bytes, object_count,
        details, problem, details_read_at)
      select ${place.endpointId}::int, ${place.kind}::text, n.id, n.tenant, n.name, n.email, n.account_id, n.state,
        n.max_buckets, n.quota_max_size_bytes, n.quota_max_objects, n.used_bytes, n.counted_bytes, n.object_count,
        n.details, n.problem, ${DateTime.toDateUtc(now)}
      from jsonb_to_recordset(${JSON.stringify(readings.map(rowOfReading))}::text::jsonb) as n (id text, tenant text,
        name text, email text, account_id text, state text, max_buckets bigint, quota_max_size_bytes bigint,
        quota_max_objects bigint, used_bytes bigint, counted_bytes bigint, object_count bigint,
        details jsonb, problem text)
      where exists (
        select from directory_listings l where l.endpoint_id = ${place.endpointId} and l.kind = ${place.kind})
      on conflict (endpoint_id, kind, id) do update set name = excluded.name, email = excluded.email,
        account_id = excluded.account_id, state = excluded.state, max_buckets = excluded.max_buckets,
        quota_max_size_bytes = excluded.quota_max_size_bytes, quota_max_objects = excluded.quota_max_objects,
        used_bytes = excluded.used_bytes, counted_bytes = excluded.counted_bytes, object_count = excluded.object_count,
        details = excluded.details, problem = excluded.problem, details_read_at = excluded.details_read_at`),
    Effect.orDie
  )

  const forgetDetails = Effect.fn("DirectoryRecords.forgetDetails")(
    (place: DirectoryPlace) =>
      Effect.asVoid(sql`update directory_rows r set details_read_at = null where ${at(place)}`),
    Effect.orDie
  )

  const remove = Effect.fn("DirectoryRecords.remove")(
    (place: DirectoryPlace, missingIds: ReadonlyArray<string>) =>
      Effect.asVoid(sql`delete from directory_rows r where ${at(place)} and r.id in ${textsOf(missingIds)}`),
    Effect.orDie
  )

  const pages = {
    account: offsetPage(sql, directorySources.account.listing, rowReader, rowOf),
    user: offsetPage(sql, directorySources.user.listing, rowReader, rowOf)
  }
  const page = Effect.fn("DirectoryRecords.page")(
    (place: DirectoryPlace, query: OffsetQuery<DirectorySort>, filter: QueryFilter) => {
      const { source } = directorySources[place.kind]
      return pages[place.kind](query as never, at(place), filterSql(sql, directoryQueries[place.kind], source, filter))
    },
    Effect.orDie
  )

  const firstMembers = Effect.fn("DirectoryRecords.firstMembers")(
    (endpointId: number, accountIds: ReadonlyArray<string>) =>
      Effect.map(
        firstUserReader.all(sql`
        select r.account_id, min(r.id) as id from directory_rows r
        where r.kind = 'user' and r.endpoint_id = ${endpointId} and r.account_id in ${textsOf(accountIds)}
        group by r.account_id`),
        (found) => new Map(found.map(({ account_id, id }) => [account_id, id]))
      ),
    Effect.orDie
  )

  return DirectoryRecords.of({ state, saveIds, outdated, saveDetails, forgetDetails, remove, page, firstMembers })
})

export const layer = Layer.effect(DirectoryRecords, make)
