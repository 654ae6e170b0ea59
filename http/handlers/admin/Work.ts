import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { interruptOnRevocation } from "../streamRights.ts"
import { workOf } from "../workOf.ts"

export const WorkHandlers = HttpApiBuilder.group(
  Api,
  "adminWork",
  Effect.fn(function* (handlers) {
    const { follow, ...rest } = yield* workOf(Effect.succeed("admin" as const))
    return handlers.handleAll({
      ...rest,
      stream: Effect.fn("adminWork.stream")(function* (request) {
        const events = yield* follow(request)
        return events.pipe(yield* interruptOnRevocation("admin"))
      })
    })
  })
)
