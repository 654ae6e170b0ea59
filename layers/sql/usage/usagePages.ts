import { type DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type BucketUsageQuery, bucketUsageSortKeys } from "#domain/usage/BucketUsage.ts"
import { makePage, pageWindow } from "#domain/platform/Paging.ts"
import { UsageContents } from "#domain/usage/UsageContents.ts"
import type { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { whereOneOf } from "../../postgres/filtering.ts"
import { ordering, searching, windowing } from "../../postgres/listing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { bucketUsageOf, grownSince, usageColumns, UsageRow } from "./usageRows.ts"

const pageReader = makeRowReader(
  "usage_buckets",
  Schema.Struct({ of_total: Schema.Int, of_all: Schema.Int, items: Schema.Array(UsageRow) })
)
const detailReader = makeRowReader(
  "usage_buckets",
  Schema.Struct({ document: Schema.Struct({ bucket: UsageRow, contents: Schema.NullOr(UsageContents) }) })
)

const order = {
  id: "u.name, u.tenant",
  sortedBy: "name",
  sorts: Object.fromEntries(
    bucketUsageSortKeys.map((key) => [key, key === "grown_bytes" ? key : `u.${key}`])
  ) as Record<(typeof bucketUsageSortKeys)[number], string>
} as const

export const usagePages = (sql: SqlClient.SqlClient): Pick<UsageSnapshots["Service"], "page" | "bucket"> => {
  const page = Effect.fn("UsageSnapshots.page")(function* (
    listingKey: string,
    query: BucketUsageQuery,
    since: DateTime.Utc
  ) {
    const { page: number, pageSize } = pageWindow(query)
    const matches = sql.and([
      searching(sql, query, ["u.name"]),
      ...whereOneOf(sql, "u.looked", query.looked),
      ...(query.finding === undefined
        ? []
        : [
            sql`exists (select from unnest(u.counted_findings || u.looked_findings) f
              where f in ${sql.in(query.finding)})`
          ])
    ])
    const { items, of_all, of_total } = yield* pageReader.one(sql`
      select count(*) filter (where ${matches})::int as of_total, count(*)::int as of_all,
        coalesce((select json_agg(listed) from (
        select ${sql.literal(usageColumns)}, ${grownSince(sql, listingKey, since)} as grown_bytes from usage_buckets u
          where u.listing_key = ${listingKey} and ${matches}
        ${ordering(sql, order, query)} ${windowing(sql, query)}
      ) listed), '[]'::json) as items
      from usage_buckets u where u.listing_key = ${listingKey}`)
    return makePage(items.map(bucketUsageOf), of_total, number, pageSize, of_all)
  }, Effect.orDie)

  const bucket = Effect.fn("UsageSnapshots.bucket")(function* (listingKey: string, name: string, since: DateTime.Utc) {
    const row = yield* detailReader.first(sql`
      select json_build_object('bucket',
        (select to_jsonb(b) from (select ${sql.literal(usageColumns)},
        ${grownSince(sql, listingKey, since)} as grown_bytes) b), 'contents', u.contents) as document
      from usage_buckets u where u.listing_key = ${listingKey} and u.name = ${name} order by u.tenant limit 1`)
    return row === null ? null : { ...row.document, bucket: bucketUsageOf(row.document.bucket) }
  }, Effect.orDie)

  return { page, bucket }
}
