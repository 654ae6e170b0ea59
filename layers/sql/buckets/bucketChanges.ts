import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { BucketListingEvent } from "#domain/buckets/BucketListing.ts"
import type { ListingChanges } from "#services/buckets/BucketSnapshots.ts"
import { type ListingRecord, progressOf, stateOf } from "./bucketListingRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { bucketReader, rowColumns } from "./bucketRowColumns.ts"

const removalReader = makeRowReader("bucket_listing_removals", Schema.Struct({ name: Schema.String }))
const totalReader = makeRowReader("bucket_listing_rows", Schema.Struct({ total: Schema.Int }))

const MAX_ROWS_PER_EVENT = 500

export const bucketChanges = (
  sql: SqlClient.SqlClient,
  find: (key: string) => Effect.Effect<ListingRecord, SqlError.SqlError>
) =>
  Effect.fnUntraced(function* (key: string, version: number) {
    const record = yield* find(key)
    // the version comes from another or a restored database
    if (version > record.version || version < record.forgotten_version) return null
    const listing = stateOf(record)
    const removed = removalReader.all(sql`
      select distinct m.name from bucket_listing_removals m
      where m.key = ${key} and m.version > ${version} and m.version <= ${record.version}
        and not exists (select from bucket_listing_rows r where r.key = m.key and r.name = m.name)`)
    const changed = bucketReader.all(sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows
      where key = ${key} and version > ${version} and version <= ${record.version} order by version, name`)
    const count = totalReader.one(sql`select count(*)::int as total from bucket_listing_rows where key = ${key}`)
    const [gone, rows, { total }] = yield* Effect.all([removed, changed, count], { concurrency: 3 })
    const events: Array<BucketListingEvent> = []
    if (gone.length > 0) events.push({ event: "removed", data: { names: gone.map(({ name }) => name), listing } })
    for (let at = 0; at < rows.length; at += MAX_ROWS_PER_EVENT) {
      events.push({ event: "rows", data: { rows: rows.slice(at, at + MAX_ROWS_PER_EVENT), listing } })
    }
    if (record.refreshing) events.push({ event: "progress", data: progressOf(record) })
    events.push({ event: "state", data: { listing, total } })
    const changes: ListingChanges = { listing, completed: record.completed_version > version, events }
    return changes
  })
