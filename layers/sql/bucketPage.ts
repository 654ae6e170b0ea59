import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { BucketQuery, BucketSortKey } from "#domain/BucketListing.ts"
import { makePage } from "#domain/Paging.ts"
import { type ListingRecord, type RowRecord, stateOf, toRow } from "./bucketListingRecords.ts"

const order: Record<BucketSortKey, string> = {
  name: "name", owner: "owner", used_bytes: "used_bytes", object_count: "object_count", quota_usage: "quota_usage", created_at: "created_at"
}

/** `%`, `_` and `\` mean themselves in a search. */
const contains = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/**
 * Reads a page of a snapshot. One key holds one owner's buckets, at most some ten thousands, so an offset inside it is
 * cheap; the whole table is never scanned.
 */
export const bucketPage = (
  sql: SqlClient.SqlClient,
  find: (key: string) => Effect.Effect<ListingRecord, SqlError.SqlError>
) =>
  Effect.fnUntraced(function*(key: string, query: BucketQuery) {
    const record = yield* find(key)
    const { search, exact } = query
    const matches = search === null ? sql`true` : exact ? sql`name = ${search}` : sql`name ilike ${contains(search)}`
    const direction = sql.literal(query.descending ? "desc nulls last" : "asc nulls last")
    const window = query.page === null
      ? sql``
      : sql`limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`
    const rows = yield* sql<RowRecord & { readonly total: number }>`
      select name, tenant, owner, created_at, used_bytes::float8 as used_bytes, object_count::float8 as object_count,
        quota_max_size_bytes::float8 as quota_max_size_bytes, quota_max_objects::float8 as quota_max_objects,
        versioning, object_lock, has_statistics
      from bucket_listing_rows where key = ${key} and ${matches}
      order by ${sql.literal(order[query.sortBy])} ${direction}, name, tenant ${window}`
    const total = query.page === null ? rows.length : yield* countOf(sql, key, matches)
    const page = query.page ?? 1
    const pageSize = query.page === null ? Math.max(rows.length, 1) : query.pageSize
    return { ...makePage(rows.map(toRow), total, page, pageSize), listing: stateOf(record) }
  })

const countOf = (sql: SqlClient.SqlClient, key: string, matches: ReturnType<SqlClient.SqlClient["literal"]> | unknown) =>
  Effect.map(
    sql<{ total: number }>`select count(*)::int as total from bucket_listing_rows where key = ${key} and ${matches as never}`,
    ([row]) => row?.total ?? 0
  )
