import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type BucketQuery, BucketRow } from "#domain/buckets/BucketListing.ts"
import { bucketSortKeys } from "#domain/buckets/bucketColumns.ts"
import { asksForAll, makePage, pageWindow, searchOf } from "#domain/paging/Paging.ts"
import { ordering, searching, windowing } from "../../postgres/listing.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"
import { listingColumns, ListingRecord, listings, noListing, stateOf } from "./bucketListingRecords.ts"
import { bucketRows, rowColumns } from "./bucketRowColumns.ts"

/** Every sort key is a column. */
const order = {
  id: "name", sortedBy: "name",
  sorts: Object.fromEntries(bucketSortKeys.map((key) => [key, key])) as Record<(typeof bucketSortKeys)[number], string>
} as const

/** Totals that are remembered: of the listings that were read last. */
const remembered = 1_000

/** What `of` was told of a listing as it stood at `token`; the oldest are forgotten. */
class Totals {
  readonly #known = new Map<string, { readonly token: string; readonly total: number }>()

  of(key: string) {
    return this.#known.get(key)
  }

  set(key: string, token: string, total: number) {
    this.#known.delete(key)
    this.#known.set(key, { token, total })
    const [oldest] = this.#known.keys()
    if (this.#known.size > remembered && oldest !== undefined) this.#known.delete(oldest)
  }
}

const pages = rowsOf("bucket_listings, bucket_listing_rows", Schema.Struct({
  ...ListingRecord.fields,
  /** Changes with every change of the listing or its rows. */
  token: Schema.String,
  /** Null: as remembered. */
  of_total: Schema.NullOr(Schema.Int),
  items: Schema.Array(BucketRow)
}))

/**
 * Reads a page of a snapshot, its total and the listing's state in one statement, so that they belong together. One key
 * holds one owner's buckets, at most some ten thousands, so an offset inside it is cheap; the whole table is never scanned.
 * Rows and listing change in one transaction: the total of a listing that did not change since is not counted again.
 */
export const bucketPage = (sql: SqlClient.SqlClient) => {
  const totals = new Totals()

  const matching = (query: BucketQuery) => {
    const search = searchOf(query)
    return search !== null && query.exact === "true" ? sql`name = ${search}` : searching(sql, query, ["name"])
  }

  const page = Effect.fnUntraced(function*(key: string, query: BucketQuery) {
    const everything = searchOf(query) === null
    const known = everything ? totals.of(key) : undefined
    const matches = matching(query)
    const found = yield* pages.first(sql`
      select ${sql.literal(listingColumns)}, xmin::text || '/' || version as token,
        case when xmin::text || '/' || version = ${known?.token ?? ""} then null
          else (select count(*)::int from bucket_listing_rows where key = ${key} and ${matches}) end as of_total,
        coalesce((select json_agg(listed) from (
          select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and ${matches}
          ${ordering(sql, order, query)} ${windowing(sql, query)}
        ) listed), '[]'::json) as items
      from bucket_listings where key = ${key}`)
    const { page: number, pageSize } = pageWindow(query)
    if (found === null) return { ...makePage<BucketRow>([], 0, number, pageSize), listing: stateOf(noListing) }
    const total = found.of_total ?? known?.total ?? 0
    if (everything) totals.set(key, found.token, total)
    return { ...makePage(found.items, total, number, pageSize), listing: stateOf(found) }
  })

  const whole = Effect.fnUntraced(function*(key: string, query: BucketQuery) {
    const listing = yield* listings.first(sql`select ${sql.literal(listingColumns)} from bucket_listings where key = ${key}`)
    const rows = yield* bucketRows.all(sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and ${matching(query)} ${ordering(sql, order, query)}`)
    const state = stateOf(listing ?? noListing)
    return { ...makePage(rows, rows.length, 1, Math.max(rows.length, 1)), listing: state }
  })

  return (key: string, query: BucketQuery): ReturnType<typeof page> => asksForAll(query) ? whole(key, query) : page(key, query)
}
