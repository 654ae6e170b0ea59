import { Api } from "#api/Api.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sessionCaller } from "../sessionCaller.ts"

export const ApiTokensHandlers = HttpApiBuilder.group(
  Api,
  "apiTokens",
  Effect.fn(function* (handlers) {
    const tokens = yield* OwnedTokens
    return handlers.handleAll({
      list: ({ query }) => tokens.inventory(query.include_ended === "true"),
      create: ({ payload }) => Effect.flatMap(sessionCaller, (caller) => tokens.create(caller, payload)),
      revoke: ({ params }) => Effect.flatMap(sessionCaller, (caller) => tokens.revoke(caller, params.token_id))
    })
  })
)
