import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { columnNames, differingColumns, mergedColumns, recordColumns, reportedColumns } from "./bucketRowColumns.ts"
import { sameBucketAs } from "./sameBucketAs.ts"

const countReader = makeRowReader("bucket_listing_rows", Schema.Struct({ written: Schema.Int }))

/** A name deleted after the refresh began is not inserted again. */
const readingRows = (sql: SqlClient.SqlClient, key: string, rows: ReadonlyArray<BucketRow>, version: string) => sql`
  select ${sql.literal(reportedColumns)}, l.key, l.generation, ${sql.literal(version)} as version
  from bucket_listings l cross join jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n
    (${sql.literal(recordColumns)})
  left join lateral (
    select q.state as quarantine, q.until as quarantine_until from bucket_quarantines q
    where q.listing_key = l.key and q.bucket = n.name and q.ended_at is null and ${sql.literal(sameBucketAs("n"))}
  ) w on true
  where l.key = ${key} and not exists (
    select from bucket_listing_removals m where m.key = l.key and m.name = n.name and m.version > l.began_version
  )`

const into = `insert into bucket_listing_rows as r (${columnNames}, key, generation, version)`
const over = `on conflict (key, name, tenant) do update set ${mergedColumns}`

export const upsertBucketRows = (sql: SqlClient.SqlClient) => (key: string, rows: ReadonlyArray<BucketRow>) =>
  sql`${sql.literal(into)} ${readingRows(sql, key, rows, "l.version")} ${sql.literal(over)}`

/** `on conflict` would also lock and write unchanged rows. `offset 0` forces a look-up by key instead of a join. */
export const upsertChangedRows = (sql: SqlClient.SqlClient) => (key: string, rows: ReadonlyArray<BucketRow>) =>
  Effect.map(
    countReader.one(sql`
      with reading as (${readingRows(sql, key, rows, "l.version + 1")}), written as (
        ${sql.literal(into)}
        select n.* from reading n left join lateral (
          select * from bucket_listing_rows r where r.key = n.key and r.name = n.name and r.tenant = n.tenant offset 0
        ) r on true
        where r.key is null or ${sql.literal(differingColumns)}
        ${sql.literal(over)} returning 1
      )
      select count(*)::int as written from written`),
    ({ written }) => written
  )
