import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { BucketPage, type BucketQuery } from "#domain/buckets/BucketListing.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { FeatureCells } from "#domain/buckets/features/FeatureCell.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureColumns, type FeaturesRead } from "#services/buckets/features/FeatureColumns.ts"
import { cachedEncoder } from "../cachedEncoder.ts"

const answer = cachedEncoder(BucketPage)

const withFeatures = (page: BucketPage, features: ReadonlyArray<FeatureName>, read: FeaturesRead): BucketPage => ({
  ...page,
  items: page.items.map((row) => {
    const cells = features.flatMap((feature) => {
      const cell = read.get(row.name)?.get(feature)
      return cell === undefined ? [] : [[feature, { state: cell.state, summary: cell.summary, problem: cell.problem }]]
    })
    const cellsByFeature: FeatureCells = Object.fromEntries(cells)
    return { ...row, features: cellsByFeature }
  })
})

export const makeBucketPage = Effect.gen(function* () {
  const listings = yield* BucketListings
  const columns = yield* FeatureColumns
  return Effect.fnUntraced(function* (
    context: ResolvedContext,
    query: BucketQuery & { readonly include?: ReadonlyArray<FeatureName> }
  ) {
    const page = yield* listings.page(context.listingKey, query)
    if (query.include === undefined) return yield* answer(page)
    const read = yield* columns.read(
      context,
      page.items.map(({ name }) => name),
      query.include
    )
    return HttpServerResponse.text(JSON.stringify(withFeatures(page, query.include, read)), {
      contentType: "application/json"
    })
  })
})
