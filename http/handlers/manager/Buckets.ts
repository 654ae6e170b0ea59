import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import type { BucketFrame } from "#api/manager/Buckets.ts"
import { BucketListingEvent, type BucketQuery, type BucketSortKey } from "#domain/buckets/BucketListing.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { defaultPageSize } from "#domain/paging/Paging.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { numberedFrames, type Unnumbered } from "../numberedFrames.ts"
import { whileAllowed } from "../whileAllowed.ts"
import { searchText } from "../searchText.ts"

/** What the query string asks of a listing; `page` is what turns paging on. */
const queryOf = (query: {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly sort_by?: BucketSortKey
  readonly sort_dir?: "asc" | "desc"
}): BucketQuery => ({
  page: query.page ?? (query.page_size === undefined ? null : 1),
  pageSize: query.page_size ?? defaultPageSize,
  search: searchText(query.search),
  exact: false,
  sortBy: query.sort_by ?? "name",
  descending: query.sort_dir === "desc"
})

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
      return yield* listings.page(listingKey, queryOf(query))
    }),
    stream: Effect.fn("managerBuckets.stream")(function*({ query }) {
      const { listingKey } = yield* CurrentContext
      const allowed = yield* whileAllowed("manager", query.context_id)
      return listings.watch(listingKey, queryOf(query)).pipe(Stream.map(frame), numberedFrames<BucketFrame>, allowed)
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
