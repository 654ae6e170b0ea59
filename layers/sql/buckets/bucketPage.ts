import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import { makePage } from "#domain/paging/Paging.ts"
import { type ListingRecord, stateOf } from "./bucketListingRecords.ts"
import { rowColumns, toRow } from "./bucketRowColumns.ts"
import { containing } from "../../postgres/containing.ts"

/**
 * Reads a page of a snapshot. One key holds one owner's buckets, at most some ten thousands, so an offset inside it is
 * cheap; the whole table is never scanned.
 */
export const bucketPage = (
  sql: SqlClient.SqlClient,
  find: (key: string) => Effect.Effect<ListingRecord, SqlError.SqlError>
) => {
  const count = (key: string, matches: Statement.Fragment) =>
    Effect.map(
      sql<{ total: number }>`select count(*)::int as total from bucket_listing_rows where key = ${key} and ${matches}`,
      ([row]) => row?.total ?? 0
    )
  return Effect.fnUntraced(function*(key: string, query: BucketQuery) {
    const record = yield* find(key)
    const { search, exact } = query
    const matches = search === null ? sql`true` : exact ? sql`name = ${search}` : sql`name ilike ${containing(search)}`
    const direction = sql.literal(query.descending ? "desc nulls last" : "asc nulls last")
    const window = query.page === null
      ? sql``
      : sql`limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`
    const rows = yield* sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and ${matches}
      order by ${sql.literal(query.sortBy)} ${direction}, name ${window}`
    const total = query.page === null ? rows.length : yield* count(key, matches)
    const page = query.page ?? 1
    const pageSize = query.page === null ? Math.max(rows.length, 1) : query.pageSize
    return { ...makePage(rows.map(toRow), total, page, pageSize), listing: stateOf(record) }
  })
}
