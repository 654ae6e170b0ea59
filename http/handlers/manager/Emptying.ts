import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Emptying } from "#services/buckets/emptying/Emptying.ts"

export const EmptyingHandlers = HttpApiBuilder.group(
  Api,
  "emptying",
  Effect.fn(function* (handlers) {
    const emptying = yield* Emptying
    return handlers.handleAll({
      plan: Effect.fn("emptying.plan")(function* ({ params, payload }) {
        return yield* emptying.plan(yield* CurrentContext, params.bucket_name, payload)
      }),
      start: Effect.fn("emptying.start")(function* ({ params, payload }) {
        return yield* emptying.start(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      })
    })
  })
)
