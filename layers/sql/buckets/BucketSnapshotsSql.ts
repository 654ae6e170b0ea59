import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { BucketListingEvent } from "#domain/buckets/BucketListing.ts"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { listingColumns, noListing, progressOf, stateOf, toListing } from "./bucketListingRecords.ts"
import { bucketPage } from "./bucketPage.ts"
import { rowColumns, toRow } from "./bucketRowColumns.ts"
import { bucketRefreshes } from "./bucketRefreshes.ts"
import { bucketRowWrites } from "./bucketRowWrites.ts"

/** Rows of one event; a page of names may be thousands. */
const rowsPerEvent = 500

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const live = yield* LiveEvents

  const find = (key: string) =>
    Effect.map(
      sql`select ${sql.literal(listingColumns)} from bucket_listings where key = ${key}`,
      ([record]) => record === undefined ? noListing : toListing(record)
    )

  const state = Effect.fn("BucketSnapshots.state")((key: string) => Effect.map(find(key), stateOf), Effect.orDie)

  const page = Effect.fn("BucketSnapshots.page")(bucketPage(sql), Effect.orDie)

  const row = Effect.fn("BucketSnapshots.row")(function*(key: string, name: string) {
    const [record] = yield* sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and name = ${name}`
    return record === undefined ? null : toRow(record)
  }, Effect.orDie)

  const changesSince = Effect.fn("BucketSnapshots.changesSince")(function*(key: string, version: number) {
    const record = yield* find(key)
    const listing = stateOf(record)
    const removed = sql<{ name: string }>`
      select distinct m.name from bucket_listing_removals m
      where m.key = ${key} and m.version > ${version} and m.version <= ${record.version}
        and not exists (select from bucket_listing_rows r where r.key = m.key and r.name = m.name)`
    const changed = sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows
      where key = ${key} and version > ${version} and version <= ${record.version} order by version, name`
    const count = sql<{ total: number }>`select count(*)::int as total from bucket_listing_rows where key = ${key}`
    const [gone, rows, [{ total } = { total: 0 }]] = yield* Effect.all([removed, changed, count], { concurrency: 3 })
    const events: Array<BucketListingEvent> = []
    if (gone.length > 0) events.push({ event: "removed", data: { names: gone.map(({ name }) => name), listing } })
    for (let at = 0; at < rows.length; at += rowsPerEvent) {
      events.push({ event: "rows", data: { rows: rows.slice(at, at + rowsPerEvent).map(toRow), listing } })
    }
    if (record.refreshing) events.push({ event: "progress", data: progressOf(record) })
    events.push({ event: "state", data: { listing, total } })
    return events
  }, Effect.orDie)

  return BucketSnapshots.of({
    state, page, row, changesSince, ...bucketRefreshes(sql, live), ...bucketRowWrites(sql, live)
  })
})

/** Snapshots in PostgreSQL; each change announces the listing's new version. */
export const layer = Layer.effect(BucketSnapshots, make)
