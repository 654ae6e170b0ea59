import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Quarantines } from "#services/buckets/emptying/Quarantines.ts"

export const QuarantinesHandlers = HttpApiBuilder.group(
  Api,
  "quarantines",
  Effect.fn(function* (handlers) {
    const quarantines = yield* Quarantines
    return handlers.handleAll({
      list: Effect.fn("quarantines.list")(function* () {
        return { items: yield* quarantines.list(yield* CurrentContext) }
      }),
      begin: Effect.fn("quarantines.begin")(function* ({ params, payload }) {
        return yield* quarantines.begin(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      }),
      restore: Effect.fn("quarantines.restore")(function* ({ params }) {
        return yield* quarantines.restore(yield* CurrentCaller, yield* CurrentContext, params.bucket_name)
      })
    })
  })
)
