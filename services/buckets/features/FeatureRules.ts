import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { Unavailable } from "#domain/platform/errors/Errors.ts"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { type FeatureRule, rulePage, type RuleQuery, featureRulesOf } from "#domain/buckets/features/FeatureRule.ts"
import { completenessOf, type ListingCompleteness } from "#domain/platform/ListingState.ts"
import type { Page } from "#domain/platform/Paging.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { FeatureColumns } from "./FeatureColumns.ts"

export class FeatureRules extends Context.Service<
  FeatureRules,
  {
    readonly page: (
      context: ResolvedContext,
      feature: FeatureName,
      query: RuleQuery
    ) => Effect.Effect<Page<FeatureRule> & { readonly listing: ListingCompleteness }, Unavailable>
  }
>()("stowage/services/buckets/features/FeatureRules") {
  static readonly layer = Layer.effect(
    FeatureRules,
    Effect.gen(function* () {
      const listings = yield* BucketListings
      const columns = yield* FeatureColumns
      return FeatureRules.of({
        page: Effect.fn("FeatureRules.page")(function* (
          context: ResolvedContext,
          feature: FeatureName,
          query: RuleQuery
        ) {
          const { items, listing } = yield* listings.page(context.listingKey, {})
          const read = yield* columns.read(
            context,
            items.map(({ name }) => name),
            [feature]
          )
          const rules = items.flatMap(({ name }) => {
            const cell = read.get(name)?.get(feature)
            return cell === undefined ? [] : featureRulesOf(name, feature, cell)
          })
          return { ...rulePage(rules, query), listing: completenessOf(listing) }
        })
      })
    })
  )
}
