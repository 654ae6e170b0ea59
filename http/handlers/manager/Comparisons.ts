import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketComparisons } from "#services/objects/comparison/BucketComparisons.ts"

export const ComparisonsHandlers = HttpApiBuilder.group(
  Api,
  "comparisons",
  Effect.fn(function* (handlers) {
    const comparisons = yield* BucketComparisons
    return handlers.handleAll({
      start: Effect.fn("comparisons.start")(function* ({ payload }) {
        return yield* comparisons.start(yield* CurrentCaller, yield* CurrentContext, payload)
      }),
      list: Effect.fn("comparisons.list")(function* ({ query }) {
        return yield* comparisons.page(yield* CurrentCaller, yield* CurrentContext, query)
      }),
      get: Effect.fn("comparisons.get")(function* ({ params }) {
        return yield* comparisons.find(yield* CurrentCaller, yield* CurrentContext, params.comparison_id)
      }),
      differences: Effect.fn("comparisons.differences")(function* ({ params, query }) {
        return yield* comparisons.differences(yield* CurrentCaller, yield* CurrentContext, params.comparison_id, query)
      }),
      planRemediation: Effect.fn("comparisons.planRemediation")(function* ({ params, payload }) {
        return yield* comparisons.planRemediation(
          yield* CurrentCaller,
          yield* CurrentContext,
          params.comparison_id,
          payload
        )
      }),
      startRemediation: Effect.fn("comparisons.startRemediation")(function* ({ params, payload }) {
        return yield* comparisons.startRemediation(
          yield* CurrentCaller,
          yield* CurrentContext,
          params.comparison_id,
          payload
        )
      })
    })
  })
)
