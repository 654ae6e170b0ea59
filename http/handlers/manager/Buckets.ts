import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import type { BucketFrame } from "#api/manager/Buckets.ts"
import { BucketListingEvent } from "#domain/buckets/BucketListing.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { numberedFrames, type Unnumbered } from "../numberedFrames.ts"
import { whileAllowed } from "../whileAllowed.ts"

type Frame = Unnumbered<BucketFrame>

const frame = BucketListingEvent.match({
  Result: ({ data }): Frame => ({ event: "result", data }),
  Progress: ({ data }): Frame => ({ event: "progress", data }),
  Rows: ({ data }): Frame => ({ event: "rows", data }),
  Removed: ({ data }): Frame => ({ event: "removed", data }),
  State: ({ data }): Frame => ({ event: "state", data }),
  Done: ({ data }): Frame => ({ event: "done", data })
})

export const ManagerBucketsHandlers = HttpApiBuilder.group(Api, "managerBuckets", Effect.fn(function*(handlers) {
  const buckets = yield* Buckets
  const listings = yield* BucketListings
  return handlers.handleAll({
    list: Effect.fn("managerBuckets.list")(function*({ query }) {
      const { listingKey } = yield* CurrentContext
      return yield* listings.page(listingKey, query)
    }),
    stream: Effect.fn("managerBuckets.stream")(function*({ query }) {
      const { listingKey } = yield* CurrentContext
      const allowed = yield* whileAllowed("manager", query.context_id)
      return listings.watch(listingKey, query).pipe(Stream.map(frame), numberedFrames<BucketFrame>, allowed)
    }),
    refresh: Effect.fn("managerBuckets.refresh")(function*() {
      yield* listings.refresh((yield* CurrentContext).listingKey)
    }),
    get: Effect.fn("managerBuckets.get")(function*({ params }) {
      return yield* buckets.get(yield* CurrentContext, params.bucket_name)
    }),
    create: Effect.fn("managerBuckets.create")(function*({ payload }) {
      const input = { name: payload.name, objectLock: payload.object_lock ?? false }
      return yield* buckets.create(yield* CurrentCaller, yield* CurrentContext, input)
    }),
    remove: Effect.fn("managerBuckets.remove")(function*({ params }) {
      yield* buckets.remove(yield* CurrentCaller, yield* CurrentContext, params.bucket_name)
    })
  })
}))
