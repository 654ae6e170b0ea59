import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { FindingCode } from "#domain/usage/UsageFinding.ts"
import type { CountedBucket, ScannedBucket, UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { grownUnknown, usageColumns, usageRows } from "./usageRows.ts"

const findingReader = makeRowReader(
  "usage_buckets",
  Schema.Struct({ code: FindingCode, bucket_count: Schema.Int, buckets: Schema.Array(Schema.String) })
)

const words = (column: string) => `array(select jsonb_array_elements_text(${column}))`

export const usageWrites = (sql: SqlClient.SqlClient): Pick<UsageSnapshots["Service"], "count" | "look" | "settle"> => {
  const count = Effect.fn("UsageSnapshots.count")(function* (
    listingKey: string,
    buckets: ReadonlyArray<CountedBucket>,
    at: string
  ) {
    return yield* usageRows(sql`
      insert into usage_buckets as u (listing_key, tenant, name, used_bytes, object_count, quota_usage,
        counted_findings, counted_at)
      select ${listingKey}, n.tenant, n.name, n.used_bytes, n.object_count, n.quota_usage,
        ${sql.literal(words("n.findings"))}, ${new Date(at)}
      from jsonb_to_recordset(${JSON.stringify(buckets)}::text::jsonb) as n (
        tenant text, name text, used_bytes bigint, object_count bigint, quota_usage double precision, findings jsonb)
      on conflict (listing_key, name, tenant) do update set
        used_bytes = excluded.used_bytes, object_count = excluded.object_count, quota_usage = excluded.quota_usage,
        counted_findings = excluded.counted_findings, counted_at = greatest(u.counted_at, excluded.counted_at)
      returning ${sql.literal(usageColumns)}, ${sql.literal(grownUnknown)}`)
  }, Effect.orDie)

  const look = Effect.fn("UsageSnapshots.look")(function* (listingKey: string, buckets: ReadonlyArray<ScannedBucket>) {
    const rows = buckets.map(({ contents, ...bucket }) => ({
      ...bucket,
      contents,
      hidden_bytes: contents?.hidden_bytes ?? null,
      noncurrent_count: contents?.noncurrent.count ?? null,
      noncurrent_bytes: contents?.noncurrent.bytes ?? null,
      delete_marker_count: contents?.delete_marker_count ?? null,
      upload_count: contents?.uploads.count ?? null,
      old_upload_count: contents?.uploads.old_count ?? null,
      upload_bytes: contents?.uploads.bytes ?? null
    }))
    return yield* usageRows(sql`
      update usage_buckets u set
        looked = n.looked, problem = n.problem, looked_at = n.looked_at, has_lifecycle = n.has_lifecycle,
          contents = nullif(n.contents, 'null'::jsonb),
        looked_findings = ${sql.literal(words("n.findings"))}, hidden_bytes = n.hidden_bytes,
          noncurrent_count = n.noncurrent_count,
        noncurrent_bytes = n.noncurrent_bytes, delete_marker_count = n.delete_marker_count,
          upload_count = n.upload_count,
        old_upload_count = n.old_upload_count, upload_bytes = n.upload_bytes
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (
        tenant text, name text, looked text, problem text, looked_at timestamptz, has_lifecycle boolean, contents jsonb,
          findings jsonb, hidden_bytes bigint,
        noncurrent_count bigint, noncurrent_bytes bigint, delete_marker_count bigint, upload_count bigint,
          old_upload_count bigint, upload_bytes bigint)
      where u.listing_key = ${listingKey} and u.name = n.name and u.tenant = n.tenant
      returning ${sql.literal(usageColumns)}, ${sql.literal(grownUnknown)}`)
  }, Effect.orDie)

  const settle = Effect.fn("UsageSnapshots.settle")(function* (
    listingKey: string,
    since: string,
    missingBuckets: ReadonlyArray<{ readonly tenant: string; readonly name: string }>
  ) {
    yield* sql`
      delete from usage_buckets where listing_key = ${listingKey}
        and (counted_at < ${new Date(since)} or (tenant, name) in (
        select tenant, name from jsonb_to_recordset(${JSON.stringify(missingBuckets)}::text::jsonb) as g
          (tenant text, name text)))`
    return yield* findingReader.all(sql`
      select f as code, count(*)::int as bucket_count, (array_agg(u.name order by u.name))[1:20] as buckets
      from usage_buckets u cross join lateral unnest(u.counted_findings || u.looked_findings) f
      where u.listing_key = ${listingKey} group by f order by f`)
  }, Effect.orDie)

  return { count, look, settle }
}
