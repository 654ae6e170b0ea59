import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { defaultPageSize } from "#domain/paging/Paging.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { searchText } from "../searchText.ts"

export const BrowserBucketsHandlers = HttpApiBuilder.group(Api, "browserBuckets", Effect.fn(function*(handlers) {
  const listings = yield* BucketListings
  return handlers.handleAll({
    search: Effect.fn("browserBuckets.search")(function*({ query }) {
      const { listingKey } = yield* CurrentContext
      return yield* listings.page(listingKey, {
        page: query.page ?? 1,
        pageSize: query.page_size ?? defaultPageSize,
        search: searchText(query.search),
        exact: query.exact === "true",
        sortBy: query.sort_by ?? "name",
        descending: query.sort_dir === "desc"
      })
    })
  })
}))
