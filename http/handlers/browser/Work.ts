import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { interruptOnRevocation } from "../streamRights.ts"
import { workOf } from "../workOf.ts"

export const BrowserWorkHandlers = HttpApiBuilder.group(
  Api,
  "browserWork",
  Effect.fn(function* (handlers) {
    const { follow, ...rest } = yield* workOf(
      Effect.map(CurrentContext, ({ listingKey }) => ({ scope: "browser" as const, listingKey }))
    )
    return handlers.handleAll({
      ...rest,
      stream: Effect.fn("browserWork.stream")(function* (request) {
        const events = yield* follow(request)
        return events.pipe(yield* interruptOnRevocation("browser", request.query.context_id))
      })
    })
  })
)
