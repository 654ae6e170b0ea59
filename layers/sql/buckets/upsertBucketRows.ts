import type { SqlClient } from "effect/sql"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import { columnNames, mergedColumns, recordColumns, toldColumns } from "./bucketRowColumns.ts"
import { sameBucketAs } from "./sameBucketAs.ts"

/** Writes rows of a snapshot in one statement. A name that was dropped after the refresh began is not brought back by what the gateway said before. */
export const upsertBucketRows = (sql: SqlClient.SqlClient) =>
  (key: string, rows: ReadonlyArray<BucketRow>) =>
    sql`
      insert into bucket_listing_rows as r (${sql.literal(columnNames)}, key, generation, version)
      select ${sql.literal(toldColumns)}, l.key, l.generation, l.version
      from bucket_listings l cross join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (${sql.literal(recordColumns)})
      left join lateral (
        select q.state as quarantine, q.until as quarantine_until from bucket_quarantines q
        where q.listing_key = l.key and q.bucket = n.name and q.ended_at is null and ${sql.literal(sameBucketAs("n"))}
      ) w on true
      where l.key = ${key} and not exists (
        select from bucket_listing_removals m where m.key = l.key and m.name = n.name and m.version > l.began_version
      )
      on conflict (key, name, tenant) do update set ${sql.literal(mergedColumns)}`
