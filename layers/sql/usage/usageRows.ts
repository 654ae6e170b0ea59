import { DateTime, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { BucketUsage } from "#domain/usage/BucketUsage.ts"
import { bucketWarnings } from "#domain/usage/usageFindings.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

export const usageColumns = `u.name, u.tenant, u.used_bytes::float8 as used_bytes,
  u.object_count::float8 as object_count, u.quota_usage, u.looked, u.problem,
  u.hidden_bytes::float8 as hidden_bytes, u.noncurrent_count::float8 as noncurrent_count,
    u.noncurrent_bytes::float8 as noncurrent_bytes,
  u.delete_marker_count::float8 as delete_marker_count, u.upload_count::float8 as upload_count,
    u.old_upload_count::float8 as old_upload_count,
  u.upload_bytes::float8 as upload_bytes, u.has_lifecycle, u.counted_findings || u.looked_findings as findings,
  coalesce(u.contents -> 'storage_classes', '[]'::jsonb) as distribution,
  ${isoText("u.counted_at")} as calculated_at, ${isoText("greatest(u.counted_at, u.looked_at)")} as updated_at,
    ${isoText("u.looked_at")} as looked_at`

export const grownSince = (sql: SqlClient.SqlClient, listingKey: string, since: DateTime.Utc): Statement.Fragment => {
  const from = sql`(${DateTime.toDate(since)}::timestamptz at time zone 'UTC')::date`
  const days = sql`usage_daily where listing_key = ${listingKey} and day >= ${from}`
  return sql`(
    select u.used_bytes - case when b.day > (select min(day) from ${days}) and not exists (
      select from usage_bucket_daily e where e.listing_key = ${listingKey} and e.name = u.name and e.tenant = u.tenant
        and e.day < b.day
    ) then 0 else b.used_bytes end
    from usage_bucket_daily b
    where b.listing_key = ${listingKey} and b.name = u.name and b.tenant = u.tenant and b.day >= ${from}
      and (select min(day) < max(day) from ${days})
    order by b.day limit 1
  )::float8`
}

export const grownUnknown = "null::float8 as grown_bytes"

const { statistics: _statistics, warnings: _warnings, ...columns } = BucketUsage.fields

export const UsageRow = Schema.Struct(columns)

export const bucketUsageOf = (row: typeof UsageRow.Type): BucketUsage => ({
  ...row,
  statistics: { used_bytes: row.used_bytes, object_count: row.object_count },
  warnings: bucketWarnings(row.findings)
})

const rowReader = makeRowReader("usage_buckets", UsageRow)

export const usageRows = <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(rowReader.all(statement), (found) => found.map(bucketUsageOf))
