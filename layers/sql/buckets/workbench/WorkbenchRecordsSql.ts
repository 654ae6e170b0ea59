import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { FeatureCell, type FeatureCells } from "#domain/buckets/features/FeatureCell.ts"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { UiTag } from "#domain/buckets/workbench/UiTag.ts"
import { featuresOfParts, type WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { ParamCell, type ParamCells, type WorkbenchRow } from "#domain/buckets/workbench/WorkbenchRow.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { paramOfPart, workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import { pageWindow, trimmedSearch } from "#domain/platform/Paging.ts"
import type { QueryField } from "#domain/platform/query/QueryDeclaration.ts"
import { WorkbenchRecords } from "#services/buckets/workbench/WorkbenchRecords.ts"
import { LruCache } from "../../../memory/LruCache.ts"
import { isoText } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { listingColumns, ListingRecord, noListing, stateOf } from "../bucketListingRecords.ts"
import { contextRows } from "./contextRows.ts"
import { workbenchCondition } from "./workbenchCondition.ts"
import { keysJoin, matchingJoin, rowTags, tenantColumn, workbenchSorts } from "./workbenchSource.ts"

const MAX_CACHED_COUNTS = 500

/** `token`: the listings that were counted, and their versions. */
interface CachedTotal {
  readonly token: string
  readonly total: number
}

interface CachedListing {
  readonly token: string
  readonly total_all: number
  readonly unmeasured: number
}

const StoredCells = Schema.Record(
  FeatureName,
  Schema.optionalKey(
    Schema.Struct({
      ...FeatureCell.fields,
      params: Schema.optionalKey(Schema.Record(Schema.String, ParamCell.fields.values))
    })
  )
)
type StoredCells = typeof StoredCells.Type

const amount = Schema.NullOr(Schema.Finite)
const ListedRow = Schema.Struct({
  key: Schema.String,
  bucket_id: Schema.NullOr(Schema.String),
  name: Schema.String,
  tenant: Schema.String,
  owner: Schema.NullOr(Schema.String),
  owner_kind: Schema.NullOr(Schema.Literals(["account", "user"])),
  created_at: Schema.NullOr(Schema.String),
  used_bytes: amount,
  object_count: amount,
  index_shards: amount,
  objects_per_shard: amount,
  unfinished_uploads: amount,
  quota_max_size_bytes: amount,
  quota_max_objects: amount,
  quota_usage_size_percent: amount,
  quota_usage_object_percent: amount,
  stats_available: Schema.Boolean,
  tags: Schema.Array(UiTag),
  context_id: Schema.String,
  cells: Schema.optionalKey(Schema.NullOr(StoredCells)),
  owner_name: Schema.optionalKey(Schema.NullOr(Schema.String)),
  owner_quota_max_size_bytes: Schema.optionalKey(amount),
  owner_quota_max_objects: Schema.optionalKey(amount),
  owner_read: Schema.optionalKey(Schema.Boolean),
  owner_used_bytes: Schema.optionalKey(amount),
  owner_object_count: Schema.optionalKey(amount),
  owner_quota_usage_size_percent: Schema.optionalKey(amount),
  owner_quota_usage_object_percent: Schema.optionalKey(amount)
})
type ListedRow = typeof ListedRow.Type

const KeyedState = Schema.Struct({ ...ListingRecord.fields, key: Schema.String })
const stateObject = Object.keys(KeyedState.fields)
  .map((name) => `'${name}', l.${name}`)
  .join(", ")

const count = Schema.NullOr(Schema.Int)
const pageReader = makeRowReader(
  "bucket_listings, bucket_listing_rows",
  Schema.Struct({
    token: Schema.String,
    states: Schema.Array(KeyedState),
    // null: the cached number is current
    total: count,
    total_all: count,
    unmeasured: count,
    items: Schema.Array(ListedRow)
  })
)

const float = (column: string, name: string) => `${column}::float8 as ${name}`

const measures = [
  "used_bytes",
  "object_count",
  "index_shards",
  "objects_per_shard",
  "unfinished_uploads",
  "quota_max_size_bytes",
  "quota_max_objects",
  "quota_usage_size_percent",
  "quota_usage_object_percent"
] as const

const baseColumns = [
  "c.key, c.context_id, r.bucket_id, r.name, r.owner, r.has_statistics as stats_available",
  `${tenantColumn} as tenant`,
  `${workbenchSorts.owner_kind} as owner_kind`,
  `${isoText("r.created_at")} as created_at`,
  ...measures.map((name) => float(workbenchSorts[name], name)),
  `coalesce((
    select json_agg(json_build_object('id', t.id, 'label', t.label, 'color', t.color,
      'visibility', case when t.user_id is null then 'shared' else 'private' end) order by t.label_ci, t.id)
    from ${rowTags}), '[]'::json) as tags`
].join(", ")

const ownerColumns = [
  "o.name as owner_name",
  "o.details is not null as owner_read",
  float("o.quota_max_size_bytes", "owner_quota_max_size_bytes"),
  float("o.quota_max_objects", "owner_quota_max_objects")
].join(", ")

const usageFields = [
  "owner_used_bytes",
  "owner_object_count",
  "owner_quota_usage_size_percent",
  "owner_quota_usage_object_percent"
] as const
const usageColumns = usageFields.map((name) => float(workbenchSorts[name], name)).join(", ")

const isFeature = Schema.is(FeatureName)

const columnsOf = ({ include }: WorkbenchRequest): string =>
  [
    baseColumns,
    ...(featuresOfParts(include).length > 0 ? ["f.cells"] : []),
    ...(include.some((part) => part === "owner_name" || part === "owner_quota") ? [ownerColumns] : []),
    ...(include.includes("owner_quota_usage") ? [usageColumns] : [])
  ].join(", ")

const unknownCell: FeatureCell = { state: "unknown", summary: "", problem: null }

const featuresOf = ({ include }: WorkbenchRequest, cells: StoredCells | null | undefined): FeatureCells =>
  Object.fromEntries(
    include.filter(isFeature).map((name) => {
      const { problem, state, summary } = cells?.[name] ?? unknownCell
      return [name, { state, summary, problem }]
    })
  )

type Params = typeof ParamCells.Type

const paramsOf = ({ include }: WorkbenchRequest, cells: StoredCells | null | undefined): Params =>
  Object.fromEntries(
    include.flatMap((part) => {
      const shown = paramOfPart.get(part)
      if (shown === undefined) return []
      const cell = cells?.[shown.feature]
      const values = cell?.params?.[shown.param]
      const known: ParamCell =
        cell === undefined || values === undefined ? { state: "unknown", values: [] } : { state: cell.state, values }
      return [[part, known]]
    })
  )

const rowOf =
  (scope: WorkbenchScope, request: WorkbenchRequest) =>
  (row: ListedRow): WorkbenchRow => {
    const { include } = request
    const context = scope.contexts.find(({ context_id }) => context_id === row.context_id)
    const common = {
      name: row.name,
      tenant: row.tenant,
      owner: row.owner,
      owner_kind: row.owner_kind,
      created_at: row.created_at,
      used_bytes: row.used_bytes,
      object_count: row.object_count,
      index_shards: row.index_shards,
      objects_per_shard: row.objects_per_shard,
      unfinished_uploads: row.unfinished_uploads,
      quota_max_size_bytes: row.quota_max_size_bytes,
      quota_max_objects: row.quota_max_objects,
      quota_usage_size_percent: row.quota_usage_size_percent,
      quota_usage_object_percent: row.quota_usage_object_percent,
      stats_available: row.stats_available,
      tags: row.tags,
      ...(include.some(isFeature) ? { features: featuresOf(request, row.cells) } : {}),
      ...(include.some((part) => paramOfPart.has(part)) ? { params: paramsOf(request, row.cells) } : {}),
      ...(include.includes("owner_name") ? { owner_name: row.owner_name ?? null } : {}),
      ...(include.includes("owner_quota")
        ? {
            owner_quota:
              row.owner_read === true
                ? {
                    max_size_bytes: row.owner_quota_max_size_bytes ?? null,
                    max_objects: row.owner_quota_max_objects ?? null
                  }
                : null
          }
        : {}),
      ...(include.includes("owner_quota_usage")
        ? {
            owner_quota_usage: {
              used_bytes: row.owner_used_bytes ?? null,
              object_count: row.owner_object_count ?? null,
              size_percent: row.owner_quota_usage_size_percent ?? null,
              object_percent: row.owner_quota_usage_object_percent ?? null
            }
          }
        : {})
    }
    if (context === undefined || context.context_kind === "cluster")
      return { id: row.bucket_id ?? `${row.tenant}/${row.name}`, ...common }
    return {
      id: `${context.context_id}::${row.name}`,
      ...common,
      context_id: context.context_id,
      context_name: context.context_name,
      context_kind: context.context_kind,
      endpoint_id: context.endpoint_id,
      endpoint_name: context.endpoint_name
    }
  }

type Fields = Readonly<Record<string, QueryField>>

const readsTags = ({ ids, private_tag_ids, shared_tag_ids }: WorkbenchRequest): boolean =>
  ids !== undefined || private_tag_ids.length > 0 || shared_tag_ids.length > 0

const dependsOnListingOnly = (request: WorkbenchRequest, fields: Fields): boolean =>
  !readsTags(request) &&
  request.filter.rules.every(
    (rule) => rule._tag === "Field" && fields[rule.field]?.kind !== "label" && fields[rule.field]?.cost !== "owners"
  )

const matchesAll = (request: WorkbenchRequest): boolean =>
  !readsTags(request) && request.filter.rules.length === 0 && trimmedSearch(request) === null

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const totals = new LruCache<CachedTotal>(MAX_CACHED_COUNTS)
  const listings = new LruCache<CachedListing>(MAX_CACHED_COUNTS)

  const page = Effect.fn("WorkbenchRecords.page")(function* (scope: WorkbenchScope, request: WorkbenchRequest) {
    const fields: Fields = workbenchQueries[scope.workbench].fields
    const keys = scope.contexts.map(({ key }) => key)
    const listingName = JSON.stringify(keys)
    const totalName = JSON.stringify([scope.workbench, keys, trimmedSearch(request), request.filter])
    const isCacheable = dependsOnListingOnly(request, fields)
    const cachedTotal = isCacheable ? totals.get(totalName) : undefined
    const cachedListing = listings.get(listingName)
    const { page: number, pageSize } = pageWindow(request)
    const key = request.sort_by ?? "name"
    const direction = request.sort_dir === "desc" ? "desc" : "asc"
    // names are never null; without `nulls last` the primary key has this order
    const orderBy = (sortColumn: string, names: ReadonlyArray<string>) =>
      sql.literal(
        [
          ...(key === "name" ? [] : [`${sortColumn} ${direction} nulls last`]),
          ...names.map((column) => `${column} ${direction}`)
        ].join(", ")
      )
    const order = orderBy(workbenchSorts[key], ["r.name", "r.tenant", "c.context_id"])
    const window = sql`limit ${pageSize} offset ${(number - 1) * pageSize}`
    const matching = sql`from ${sql.literal(matchingJoin(request.filter, key))}
      where ${workbenchCondition(sql, scope, request)}`
    const identity = sql`c.context_id, r.key, r.name, r.tenant`
    // a total that cannot be cached is counted from the same pass over all rows
    const found = isCacheable
      ? sql`found as materialized (select ${identity} ${matching} order by ${order} ${window})`
      : sql`matching as materialized (
          select ${identity}, ${sql.literal(workbenchSorts[key])} as sort_value ${matching}
        ), found as materialized (
          select context_id, key, name, tenant from matching
          order by ${orderBy("sort_value", ["name", "tenant", "context_id"])} ${window}
        )`
    const isCurrent = (cached: { readonly token: string } | undefined) =>
      sql`(select token from listed_state) = ${cached?.token ?? ""}`
    const counted = (() => {
      if (matchesAll(request)) return sql`null`
      if (!isCacheable) return sql`(select count(*)::int from matching)`
      return sql`case when ${isCurrent(cachedTotal)} then null else (select count(*)::int ${matching}) end`
    })()
    // planned for each filter: a plan for any values takes nested loops over whole clusters
    const statement = sql`
      with c as not materialized (${contextRows(sql, scope)}), listed_state as materialized (
        select coalesce(string_agg(key || ' ' || xmin::text || ' ' || version, ',' order by key), '-') as token,
          coalesce(json_agg(state), '[]'::json) as states
        from (
          select key, xmin, version, json_build_object(${sql.literal(stateObject)}) as state
          from (
            select ${sql.literal(listingColumns)}, key, xmin from bucket_listings where key in (select key from c)
          ) l
        ) s
      ), listing_counts as materialized (
        select count(*)::int as total_all, (count(*) filter (where not r.has_statistics))::int as unmeasured
        from c join bucket_listing_rows r on r.key = c.key where not ${isCurrent(cachedListing)}
      ), ${found}
      select listed_state.*, ${counted} as total,
        case when ${isCurrent(cachedListing)} then null else (select total_all from listing_counts) end as total_all,
        case when ${isCurrent(cachedListing)} then null else (select unmeasured from listing_counts) end as unmeasured,
        coalesce((select json_agg(item) from (
          select ${sql.literal(columnsOf(request))}
          from ${sql.literal(keysJoin([key, ...(request.include.includes("owner_quota_usage") ? usageFields : [])]))}
          order by ${order}
        ) item), '[]'::json) as items
      from listed_state`
    const read = yield* pageReader.one(statement.unprepared)
    const total_all = read.total_all ?? cachedListing?.total_all ?? 0
    const unmeasured = read.unmeasured ?? cachedListing?.unmeasured ?? 0
    const total = matchesAll(request) ? total_all : (read.total ?? cachedTotal?.total ?? 0)
    listings.set(listingName, { token: read.token, total_all, unmeasured })
    if (isCacheable) totals.set(totalName, { token: read.token, total })
    const states = new Map(read.states.map(({ key, ...record }) => [key, stateOf(record)]))
    return {
      total,
      total_all,
      unmeasured,
      items: read.items.map(rowOf(scope, request)),
      states: new Map(keys.map((one) => [one, states.get(one) ?? stateOf(noListing)]))
    }
  }, Effect.orDie)

  return WorkbenchRecords.of({ page })
})

export const layer = Layer.effect(WorkbenchRecords, make)
