import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { makeBucketFeed } from "../bucketFeed.ts"
import { makeBucketPage } from "../bucketPage.ts"
import { makeFeatureFeed } from "../featureFeed.ts"

export const ManagerBucketsHandlers = HttpApiBuilder.group(
  Api,
  "managerBuckets",
  Effect.fn(function* (handlers) {
    const buckets = yield* Buckets
    const listings = yield* BucketListings
    const page = yield* makeBucketPage
    const feed = yield* makeBucketFeed
    const featureFeed = yield* makeFeatureFeed
    return handlers.handleAll({
      list: Effect.fn("managerBuckets.list")(function* ({ query }) {
        return yield* page(yield* CurrentContext, query)
      }),
      featureStream: Effect.fn("managerBuckets.featureStream")(function* ({ query }) {
        return yield* featureFeed({ query, features: query.include, face: "columns" })
      }),
      stream: Effect.fn("managerBuckets.stream")(function* ({ query }) {
        return yield* feed("manager", query)
      }),
      refresh: Effect.fn("managerBuckets.refresh")(function* () {
        yield* listings.refresh((yield* CurrentContext).listingKey)
      }),
      get: Effect.fn("managerBuckets.get")(function* ({ params }) {
        return yield* buckets.get(yield* CurrentContext, params.bucket_name)
      }),
      create: Effect.fn("managerBuckets.create")(function* ({ payload }) {
        const input = { name: payload.name, objectLock: payload.object_lock ?? false }
        return yield* buckets.create(yield* CurrentCaller, yield* CurrentContext, input)
      }),
      remove: Effect.fn("managerBuckets.remove")(function* ({ params }) {
        return yield* buckets.remove(yield* CurrentCaller, yield* CurrentContext, params.bucket_name)
      })
    })
  })
)
