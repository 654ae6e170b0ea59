import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type BucketQuery, BucketRow, type ListingState } from "#domain/buckets/BucketListing.ts"
import { bucketSortKeys } from "#domain/buckets/bucketColumns.ts"
import { asksForAll, makePage, type Page, pageWindow, searchOf } from "#domain/paging/Paging.ts"
import { Remembered } from "../../memory/Remembered.ts"
import { ordering, searching, windowing } from "../../postgres/listing.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"
import { listingColumns, ListingRecord, listings, noListing, stateOf } from "./bucketListingRecords.ts"
import { bucketRows, rowColumns } from "./bucketRowColumns.ts"

/** Every sort key is a column; two tenants may have buckets of one name. */
const order = {
  id: "name, tenant", sortedBy: "name",
  sorts: Object.fromEntries(bucketSortKeys.map((key) => [key, key])) as Record<(typeof bucketSortKeys)[number], string>
} as const

/** Totals and pages that are remembered: of the listings that were read last. A page is some ten kilobytes. */
const totalsRemembered = 1_000
const pagesRemembered = 100

type Read = Page<BucketRow> & { readonly listing: ListingState }

const found = rowsOf("bucket_listings, bucket_listing_rows", Schema.Struct({
  ...ListingRecord.fields,
  /** Changes with every change of the listing or its rows. */
  token: Schema.String,
  /** Null where what is remembered still holds. */
  of_total: Schema.NullOr(Schema.Int),
  items: Schema.NullOr(Schema.Array(BucketRow))
}))

/**
 * Reads a page of a snapshot, its total and the listing's state in one statement, so that they belong together. One key
 * holds one owner's buckets, at most some ten thousands, so an offset inside it is cheap; the whole table is never scanned.
 *
 * Every read asks the database how the listing stands. Listing and rows change in one transaction, so while the listing's
 * row is the one that it was, so are the rows: then they are neither counted nor read again, and the same page is answered,
 * the same object even, by which those above know that nothing changed.
 */
export const bucketPage = (sql: SqlClient.SqlClient) => {
  const totals = new Remembered<{ readonly token: string; readonly total: number }>(totalsRemembered)
  const pages = new Remembered<{ readonly token: string; readonly page: Read }>(pagesRemembered)
  const token = sql.literal("xmin::text || '/' || version")

  const matching = (query: BucketQuery) => {
    const search = searchOf(query)
    return search !== null && query.exact === "true" ? sql`name = ${search}` : searching(sql, query, ["name"])
  }

  const page = Effect.fnUntraced(function*(key: string, query: BucketQuery) {
    const { page: number, pageSize } = pageWindow(query)
    const everything = searchOf(query) === null
    const name = JSON.stringify([key, number, pageSize, query.sort_by, query.sort_dir, query.search, query.exact])
    const same = pages.get(name)
    const counted = everything ? totals.get(key) : undefined
    const matches = matching(query)
    const now = yield* found.first(sql`
      select ${sql.literal(listingColumns)}, ${token} as token,
        case when ${token} = ${counted?.token ?? ""} then null
          else (select count(*)::int from bucket_listing_rows where key = ${key} and ${matches}) end as of_total,
        case when ${token} = ${same?.token ?? ""} then null
          else coalesce((select json_agg(listed) from (
            select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and ${matches}
            ${ordering(sql, order, query)} ${windowing(sql, query)}
          ) listed), '[]'::json) end as items
      from bucket_listings where key = ${key}`)
    if (now === null) return { ...makePage<BucketRow>([], 0, number, pageSize), listing: stateOf(noListing) }
    // a lease may lapse without anything being written
    if (now.items === null && same?.page.listing.refreshing === now.refreshing) return same.page
    const total = now.of_total ?? counted?.total ?? 0
    const read: Read = { ...makePage(now.items ?? same?.page.items ?? [], total, number, pageSize), listing: stateOf(now) }
    if (everything) totals.set(key, { token: now.token, total })
    pages.set(name, { token: now.token, page: read })
    return read
  })

  const whole = Effect.fnUntraced(function*(key: string, query: BucketQuery) {
    const listing = yield* listings.first(sql`select ${sql.literal(listingColumns)} from bucket_listings where key = ${key}`)
    const rows = yield* bucketRows.all(sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and ${matching(query)} ${ordering(sql, order, query)}`)
    const state = stateOf(listing ?? noListing)
    return { ...makePage(rows, rows.length, 1, Math.max(rows.length, 1)), listing: state }
  })

  return (key: string, query: BucketQuery) => asksForAll(query) ? whole(key, query) : page(key, query)
}
