import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { workOf } from "../workOf.ts"

export const BrowserWorkHandlers = HttpApiBuilder.group(
  Api,
  "browserWork",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(
      yield* workOf(
        "browser",
        Effect.map(CurrentContext, ({ listingKey }) => ({ scope: "browser" as const, listingKey }))
      )
    )
  })
)
