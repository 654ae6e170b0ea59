import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ContextCapabilities } from "#services/accounts/contexts/ContextCapabilities.ts"

export const ContextCapabilitiesHandlers = HttpApiBuilder.group(
  Api,
  "contextCapabilities",
  Effect.fn(function* (handlers) {
    const capabilities = yield* ContextCapabilities
    return handlers.handleAll({
      list: Effect.fn("contextCapabilities.list")(function* () {
        return { items: yield* capabilities.of(yield* CurrentContext) }
      })
    })
  })
)
