import { Effect } from "effect"
import { creationTime } from "#domain/buckets/creationTime.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"

/** Creation time by `bucketIdentity`, else by the listing; null when unknown. */
export const recordCreation = Effect.map(
  BucketListings,
  (listings) =>
    ({ listingKey }: ResolvedContext, bucket: string, identity: string): Effect.Effect<string | null> =>
      identity === ""
        ? Effect.map(listings.bucket(listingKey, bucket), (row) => creationTime(row?.created_at))
        : Effect.succeed(creationTime(identity))
)
