import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Exposures } from "#services/buckets/features/Exposures.ts"
import { makeFeatureFeed } from "../featureFeed.ts"

export const ExposuresHandlers = HttpApiBuilder.group(
  Api,
  "exposures",
  Effect.fn(function* (handlers) {
    const exposures = yield* Exposures
    const feed = yield* makeFeatureFeed
    return handlers.handleAll({
      list: Effect.fn("exposures.list")(function* ({ query }) {
        return yield* exposures.page(yield* CurrentContext, query)
      }),
      stream: Effect.fn("exposures.stream")(function* ({ query }) {
        return yield* feed({ query: {}, features: ["exposure"], face: "exposure", again: query.again === "true" })
      })
    })
  })
)
