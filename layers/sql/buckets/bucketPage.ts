import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import {
  type BucketQuery,
  BucketRow,
  type ListingState,
  filterKey,
  type QuotaState
} from "#domain/buckets/BucketListing.ts"
import { bucketSortKeys } from "#domain/buckets/bucketColumns.ts"
import { isUnpaged, makePage, type Page, pageWindow, trimmedSearch } from "#domain/platform/Paging.ts"
import { LruCache } from "../../memory/LruCache.ts"
import { type Conditions, whereDuring, whereOneOf, whereBetween } from "../../postgres/filtering.ts"
import { ordering, searching, windowing } from "../../postgres/listing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { listingColumns, ListingRecord, listingReader, noListing, stateOf } from "./bucketListingRecords.ts"
import { bucketReader, rowColumns } from "./bucketRowColumns.ts"

const order = {
  id: "name, tenant",
  sortedBy: "name",
  sorts: Object.fromEntries(bucketSortKeys.map((key) => [key, key])) as Record<(typeof bucketSortKeys)[number], string>
} as const

const quotas: Record<QuotaState, string> = {
  none: "(has_statistics and quota_usage is null)",
  below: "quota_usage < 0.85",
  near: "(quota_usage >= 0.85 and quota_usage < 1)",
  full: "quota_usage >= 1"
}

const filterConditions = (sql: SqlClient.SqlClient, query: BucketQuery): Conditions => [
  ...(query.name_prefix === undefined ? [] : [sql`starts_with(name, ${query.name_prefix})`]),
  ...whereBetween(sql, "used_bytes", query.used_bytes_min, query.used_bytes_max),
  ...whereBetween(sql, "object_count", query.object_count_min, query.object_count_max),
  ...whereDuring(sql, "created_at", query.created_after, query.created_before),
  ...whereOneOf(sql, "versioning", query.versioning),
  ...whereOneOf(sql, "coalesce(quarantine, 'none')", query.quarantine),
  ...(query.quota === undefined ? [] : [sql.literal(`(${query.quota.map((state) => quotas[state]).join(" or ")})`)])
]

const MAX_CACHED_TOTALS = 1_000
const MAX_CACHED_PAGES = 100

type Read = Page<BucketRow> & { readonly listing: ListingState }

const pageReader = makeRowReader(
  "bucket_listings, bucket_listing_rows",
  Schema.Struct({
    ...ListingRecord.fields,
    token: Schema.String,
    /** Rows that match; null without filters, or when the cached number is valid. */
    of_total: Schema.NullOr(Schema.Int),
    of_all: Schema.NullOr(Schema.Int),
    items: Schema.NullOr(Schema.Array(BucketRow))
  })
)

const countReader = makeRowReader("bucket_listing_rows", Schema.Struct({ of_all: Schema.Int }))

/** One statement, for consistency. Offsets are cheap: a key has some ten thousand rows at most. */
export const bucketPage = (sql: SqlClient.SqlClient) => {
  const totals = new LruCache<{ readonly token: string; readonly total: number }>(MAX_CACHED_TOTALS)
  const pages = new LruCache<{ readonly token: string; readonly page: Read }>(MAX_CACHED_PAGES)
  const token = sql.literal("xmin::text || '/' || version")

  const matching = (query: BucketQuery): Statement.Fragment => {
    const search = trimmedSearch(query)
    const named = search !== null && query.exact === "true" ? sql`name = ${search}` : searching(sql, query, ["name"])
    return sql.and([named, ...filterConditions(sql, query)])
  }

  const page = Effect.fnUntraced(function* (key: string, query: BucketQuery) {
    const { page: number, pageSize } = pageWindow(query)
    const narrowed = filterKey(query)
    const everything = trimmedSearch(query) === null && narrowed === ""
    const name = JSON.stringify([
      key,
      number,
      pageSize,
      query.sort_by,
      query.sort_dir,
      query.search,
      query.exact,
      narrowed
    ])
    const same = pages.get(name)
    const counted = totals.get(key)
    const matches = matching(query)
    const now = yield* pageReader.first(sql`
      select ${sql.literal(listingColumns)}, ${token} as token,
        case when ${token} = ${counted?.token ?? ""} then null
          else (select count(*)::int from bucket_listing_rows where key = ${key}) end as of_all,
        case when ${everything} or ${token} = ${same?.token ?? ""} then null
          else (select count(*)::int from bucket_listing_rows where key = ${key} and ${matches}) end as of_total,
        case when ${token} = ${same?.token ?? ""} then null
          else coalesce((select json_agg(listed) from (
            select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and ${matches}
            ${ordering(sql, order, query)} ${windowing(sql, query)}
          ) listed), '[]'::json) end as items
      from bucket_listings where key = ${key}`)
    if (now === null) return { ...makePage<BucketRow>([], 0, number, pageSize), listing: stateOf(noListing) }
    // a lease may expire without a write
    if (now.items === null && same?.page.listing.refreshing === now.refreshing) return same.page
    const all = now.of_all ?? counted?.total ?? 0
    const read: Read = {
      ...makePage(
        now.items ?? same?.page.items ?? [],
        now.of_total ?? (everything ? all : (same?.page.total ?? 0)),
        number,
        pageSize,
        all
      ),
      listing: stateOf(now)
    }
    totals.set(key, { token: now.token, total: all })
    pages.set(name, { token: now.token, page: read })
    return read
  })

  const whole = Effect.fnUntraced(function* (key: string, query: BucketQuery) {
    const listing = yield* listingReader.first(
      sql`select ${sql.literal(listingColumns)} from bucket_listings where key = ${key}`
    )
    const rows = yield* bucketReader.all(sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key}
        and ${matching(query)} ${ordering(sql, order, query)}`)
    const state = stateOf(listing ?? noListing)
    const all =
      trimmedSearch(query) === null && filterKey(query) === ""
        ? rows.length
        : (yield* countReader.one(sql`select count(*)::int as of_all from bucket_listing_rows where key = ${key}`))
            .of_all
    return { ...makePage(rows, rows.length, 1, Math.max(rows.length, 1), all), listing: state }
  })

  return (key: string, query: BucketQuery) => (isUnpaged(query) ? whole(key, query) : page(key, query))
}
