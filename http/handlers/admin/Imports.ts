import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Imports } from "#services/fleet/Imports.ts"

export const ImportsHandlers = HttpApiBuilder.group(
  Api,
  "adminImports",
  Effect.fn(function* (handlers) {
    const imports = yield* Imports
    return handlers.handleAll({
      plan: ({ payload }) => imports.plan(payload),
      start: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => imports.start(caller, payload))
    })
  })
)
