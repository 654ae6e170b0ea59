import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { workOf } from "../workOf.ts"

export const WorkHandlers = HttpApiBuilder.group(
  Api,
  "adminWork",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* workOf("admin", Effect.succeed("admin" as const)))
  })
)
