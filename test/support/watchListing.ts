import { Effect, Queue, Stream } from "effect"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import { BucketListings, type ListingUpdate } from "#services/buckets/BucketListings.ts"

export const watchListing = (key: string, query: BucketQuery, after: string | null = null) =>
  Stream.callback<ListingUpdate, never, BucketListings>((queue) =>
    Effect.flatMap(BucketListings, ({ follow }) =>
      Effect.acquireRelease(
        Effect.sync(() =>
          follow(key, query, after, (news) => {
            Queue.offerUnsafe(queue, news)
          })
        ),
        (stop) => Effect.sync(stop)
      )
    )
  ).pipe(Stream.flatMap(Stream.fromIterable))
