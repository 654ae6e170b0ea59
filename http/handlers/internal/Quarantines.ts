import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { QuarantineDays } from "#services/buckets/emptying/QuarantineDays.ts"

export const InternalQuarantinesHandlers = HttpApiBuilder.group(
  Api,
  "internalQuarantines",
  Effect.fn(function* (handlers) {
    const days = yield* QuarantineDays
    return handlers.handleAll({ run: () => days.run })
  })
)
