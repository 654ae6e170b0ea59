import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import { exposurePage, type ExposureQuery, type ExposureRow } from "#domain/buckets/features/ExposureRow.ts"
import { completenessOf, type ListingCompleteness } from "#domain/platform/ListingState.ts"
import type { Page } from "#domain/platform/Paging.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureColumns } from "./FeatureColumns.ts"

export class Exposures extends Context.Service<
  Exposures,
  {
    readonly page: (
      context: ResolvedContext,
      query: ExposureQuery
    ) => Effect.Effect<Page<ExposureRow> & { readonly listing: ListingCompleteness }, Unavailable>
  }
>()("stowage/services/buckets/features/Exposures") {
  static readonly layer = Layer.effect(
    Exposures,
    Effect.gen(function* () {
      const listings = yield* BucketListings
      const columns = yield* FeatureColumns
      return Exposures.of({
        page: Effect.fn("Exposures.page")(function* (context: ResolvedContext, query: ExposureQuery) {
          const { items, listing } = yield* listings.page(context.listingKey, {})
          return {
            ...exposurePage(
              yield* columns.exposures(
                context,
                items.map(({ name }) => name)
              ),
              query
            ),
            listing: completenessOf(listing)
          }
        })
      })
    })
  )
}
