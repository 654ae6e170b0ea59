import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { FeatureCopies } from "#services/buckets/FeatureCopies.ts"

export const FeatureCopiesHandlers = HttpApiBuilder.group(
  Api,
  "featureCopies",
  Effect.fn(function* (handlers) {
    const copies = yield* FeatureCopies
    return handlers.handleAll({
      plan: Effect.fn("featureCopies.plan")(function* ({ payload }) {
        return yield* copies.plan(yield* CurrentContext, payload)
      }),
      diffs: Effect.fn("featureCopies.diffs")(function* ({ payload }) {
        return { items: yield* copies.diffs(yield* CurrentContext, payload) }
      }),
      start: Effect.fn("featureCopies.start")(function* ({ payload }) {
        return yield* copies.start(yield* CurrentCaller, yield* CurrentContext, payload)
      })
    })
  })
)
