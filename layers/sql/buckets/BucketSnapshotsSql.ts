import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { bucketChanges } from "./bucketChanges.ts"
import { keyedListingReader, listingColumns, listingReader, noListing, stateOf } from "./bucketListingRecords.ts"
import { bucketPage } from "./bucketPage.ts"
import * as BucketRefreshesSql from "./BucketRefreshesSql.ts"
import { bucketReader, rowColumns } from "./bucketRowColumns.ts"
import { bucketRowWrites } from "./bucketRowWrites.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const live = yield* LiveEvents

  const find = (key: string) =>
    Effect.map(
      listingReader.first(sql`select ${sql.literal(listingColumns)} from bucket_listings where key = ${key}`),
      (record) => record ?? noListing
    )

  const state = Effect.fn("BucketSnapshots.state")((key: string) => Effect.map(find(key), stateOf), Effect.orDie)

  const page = Effect.fn("BucketSnapshots.page")(bucketPage(sql), Effect.orDie)
  const states = Effect.fn("BucketSnapshots.states")(function* (keys: ReadonlyArray<string>) {
    const records = yield* keyedListingReader.all(sql`
      select key, ${sql.literal(listingColumns)} from bucket_listings
      where key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb))`)
    const states = new Map(records.map(({ key, ...record }) => [key, stateOf(record)]))
    return new Map(keys.map((key) => [key, states.get(key) ?? stateOf(noListing)]))
  }, Effect.orDie)

  const row = Effect.fn("BucketSnapshots.row")(function* (key: string, name: string) {
    return yield* bucketReader.first(sql`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and name = ${name}`)
  }, Effect.orDie)

  const changesSince = Effect.fn("BucketSnapshots.changesSince")(bucketChanges(sql, find), Effect.orDie)

  return BucketSnapshots.of({
    state,
    states,
    page,
    row,
    changesSince,
    ...bucketRowWrites(sql, live)
  })
})

export const layer = Layer.merge(Layer.effect(BucketSnapshots, make), BucketRefreshesSql.layer)
