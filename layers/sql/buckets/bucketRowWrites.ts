import { DateTime, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { clusterListingKey, listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import type { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { announceListing } from "./announceListing.ts"
import { bucketEnd } from "./bucketEnd.ts"
import { versionReader } from "./bucketListingRecords.ts"
import { upsertBucketRows } from "./upsertBucketRows.ts"

export const bucketRowWrites = (
  sql: SqlClient.SqlClient,
  live: LiveEvents["Service"]
): Pick<BucketSnapshots["Service"], "put" | "drop"> => {
  const announce = announceListing(live)
  const upsert = upsertBucketRows(sql)
  const end = bucketEnd(sql)

  const inCluster = Effect.fnUntraced(function* (
    key: string,
    change: (cluster: string, owner: string) => Effect.Effect<unknown, SqlError.SqlError>
  ) {
    const listing = listingOwner(key)
    if (listing === null) return
    const cluster = clusterListingKey(listing.endpointId)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const changed = yield* versionReader.all(sql`
          update bucket_listings set version = version + 1 where key = ${cluster} returning version`)
        if (changed.length === 0) return
        yield* change(cluster, listing.owner)
        yield* announce(cluster, changed)
      })
    )
  })

  const put = Effect.fn("BucketSnapshots.put")(function* (key: string, bucket: BucketRow) {
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const written = yield* versionReader.all(sql`
        insert into bucket_listings as l (key, version, state) values (${key}, 1, 'partial')
        on conflict (key) do update set version = l.version + 1 returning version`)
        yield* sql`delete from bucket_listing_removals where key = ${key} and name = ${bucket.name}`
        yield* upsert(key, [bucket])
        yield* announce(key, written)
      })
    )
    yield* inCluster(key, (cluster) => upsert(cluster, [bucket]))
  }, Effect.orDie)

  const drop = Effect.fn("BucketSnapshots.drop")(function* (key: string, name: string) {
    const at = DateTime.toDate(yield* DateTime.now)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* end(key, name, at)
        const dropped = yield* versionReader.all(sql`
        update bucket_listings set version = version + 1 where key = ${key} returning version`)
        const [listing] = dropped
        if (listing === undefined) return
        yield* sql`delete from bucket_listing_rows where key = ${key} and name = ${name}`
        yield* sql`
        insert into bucket_listing_removals (key, name, version, removed_at)
          values (${key}, ${name}, ${listing.version}, ${at})`
        yield* announce(key, dropped)
      })
    )
    yield* inCluster(
      key,
      (cluster, owner) =>
        sql`delete from bucket_listing_rows where key = ${cluster} and name = ${name} and owner = ${owner}`
    )
  }, Effect.orDie)

  return { put, drop }
}
