import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"

export const ExecutionContextsHandlers = HttpApiBuilder.group(
  Api,
  "executionContexts",
  Effect.fn(function* (handlers) {
    const contexts = yield* ExecutionContexts
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(CurrentCaller, (caller) => contexts.list(caller, query.workspace))
    })
  })
)
