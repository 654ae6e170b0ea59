import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"

export const BrowserBucketsHandlers = HttpApiBuilder.group(Api, "browserBuckets", Effect.fn(function*(handlers) {
  const listings = yield* BucketListings
  return handlers.handleAll({
    search: Effect.fn("browserBuckets.search")(function*({ query }) {
      const { listingKey } = yield* CurrentContext
      return yield* listings.page(listingKey, { page: 1, ...query })
    })
  })
}))
