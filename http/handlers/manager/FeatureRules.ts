import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { FeatureRules } from "#services/buckets/features/FeatureRules.ts"
import { makeFeatureFeed } from "../featureFeed.ts"

export const FeatureRulesHandlers = HttpApiBuilder.group(
  Api,
  "featureRules",
  Effect.fn(function* (handlers) {
    const rules = yield* FeatureRules
    const feed = yield* makeFeatureFeed
    return handlers.handleAll({
      list: Effect.fn("featureRules.list")(function* ({ query }) {
        return yield* rules.page(yield* CurrentContext, query.feature, query)
      }),
      stream: Effect.fn("featureRules.stream")(function* ({ query }) {
        return yield* feed({ query: {}, features: [query.feature], face: "rules", again: query.again === "true" })
      })
    })
  })
)
