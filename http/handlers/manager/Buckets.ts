import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import type { BucketFrame } from "#api/manager/Buckets.ts"
import { BucketListingEvent, type BucketQuery, type BucketSortKey } from "#domain/buckets/BucketListing.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { defaultPageSize } from "#domain/paging/Paging.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { ExecutionContexts } from "#services/contexts/ExecutionContexts.ts"
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
  const contexts = yield* ExecutionContexts
  const resolve = Effect.fnUntraced(function*(contextId: string) {
    return yield* contexts.resolve(yield* CurrentCaller, "manager", contextId)
  })
  return handlers.handleAll({
    list: Effect.fn("managerBuckets.list")(function*({ query }) {
      const context = yield* resolve(query.context_id)
      return yield* listings.page(context.listingKey, queryOf(query))
    }),
    stream: Effect.fn("managerBuckets.stream")(function*({ query }) {
      const context = yield* resolve(query.context_id)
      const allowed = yield* whileAllowed("manager", query.context_id)
      return listings.watch(context.listingKey, queryOf(query)).pipe(Stream.map(frame), numberedFrames<BucketFrame>, allowed)
    }),
    refresh: Effect.fn("managerBuckets.refresh")(function*({ query }) {
      const context = yield* resolve(query.context_id)
      yield* listings.refresh(context.listingKey)
    }),
    get: Effect.fn("managerBuckets.get")(function*({ params, query }) {
      return yield* buckets.get(yield* resolve(query.context_id), params.bucket_name)
    }),
    create: Effect.fn("managerBuckets.create")(function*({ payload, query }) {
      const input = { name: payload.name, objectLock: payload.object_lock ?? false }
      return yield* buckets.create(yield* CurrentCaller, yield* resolve(query.context_id), input)
    }),
    remove: Effect.fn("managerBuckets.remove")(function*({ params, query }) {
      yield* buckets.remove(yield* CurrentCaller, yield* resolve(query.context_id), params.bucket_name)
    })
  })
}))
