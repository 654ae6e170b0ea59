import { Api } from "#api/Api.ts"
import { LinkChoices } from "#services/accounts/LinkChoices.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const LinkChoicesHandlers = HttpApiBuilder.group(
  Api,
  "adminLinkChoices",
  Effect.fn(function* (handlers) {
    const choices = yield* LinkChoices
    return handlers.handleAll({ list: ({ params, query }) => choices[params.kind](query) })
  })
)
