import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { announceListing } from "./announceListing.ts"
import { versionReader } from "./bucketListingRecords.ts"
import { sameBucketAs } from "./sameBucketAs.ts"

export const markQuarantine = (sql: SqlClient.SqlClient, live: LiveEvents["Service"]) => {
  const announce = announceListing(live)
  return Effect.fnUntraced(function* (key: string, bucket: string) {
    const written = yield* versionReader.all(
      sql`update bucket_listings set version = version + 1 where key = ${key} returning version`
    )
    const [listing] = written
    if (listing === undefined) return
    const now = sql`from bucket_quarantines q where q.listing_key = r.key and q.bucket = r.name and q.ended_at is null
      and ${sql.literal(sameBucketAs("r"))}`
    yield* sql`
      update bucket_listing_rows r set version = ${listing.version}, quarantine = (select q.state ${now}),
        quarantine_until = (select q.until ${now})
      where key = ${key} and name = ${bucket}`
    yield* announce(key, written)
  })
}
