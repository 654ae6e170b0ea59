import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { workOf } from "../workOf.ts"

export const ManagerWorkHandlers = HttpApiBuilder.group(
  Api,
  "managerWork",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(
      yield* workOf(
        "manager",
        Effect.map(CurrentContext, ({ listingKey }) => ({ scope: "manager" as const, listingKey }))
      )
    )
  })
)
