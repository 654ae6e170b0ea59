import { Effect } from "effect"
import { creationTime } from "#domain/buckets/creationTime.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"

/**
 * Which bucket of its name it is: when it was made, as its `bucketIdentity` tells, else as the listing knows it; null:
 * nobody does. What is kept with a bucket names it, and is not taken for another one's.
 */
export const recordCreation = Effect.map(
  BucketListings,
  (listings) =>
    ({ listingKey }: ResolvedContext, bucket: string, identity: string): Effect.Effect<string | null> =>
      identity === ""
        ? Effect.map(listings.bucket(listingKey, bucket), (row) => creationTime(row?.created_at))
        : Effect.succeed(creationTime(identity))
)
