import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketPage } from "#domain/buckets/BucketListing.ts"
import { cachedEncoder } from "../../cachedEncoder.ts"
import { makeBucketFeed } from "../bucketFeed.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"

const answer = cachedEncoder(BucketPage)

export const BrowserBucketsHandlers = HttpApiBuilder.group(
  Api,
  "browserBuckets",
  Effect.fn(function* (handlers) {
    const listings = yield* BucketListings
    const feed = yield* makeBucketFeed
    return handlers.handleAll({
      search: Effect.fn("browserBuckets.search")(function* ({ query }) {
        const { listingKey } = yield* CurrentContext
        return yield* answer(yield* listings.page(listingKey, { page: 1, ...query }))
      }),
      stream: Effect.fn("browserBuckets.stream")(function* ({ query }) {
        return yield* feed("browser", query)
      })
    })
  })
)
