import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { interruptOnRevocation } from "../streamRights.ts"
import { workOf } from "../workOf.ts"

export const ManagerWorkHandlers = HttpApiBuilder.group(
  Api,
  "managerWork",
  Effect.fn(function* (handlers) {
    const { follow, ...rest } = yield* workOf(
      Effect.map(CurrentContext, ({ listingKey }) => ({ scope: "manager" as const, listingKey }))
    )
    return handlers.handleAll({
      ...rest,
      stream: Effect.fn("managerWork.stream")(function* (request) {
        const events = yield* follow(request)
        return events.pipe(yield* interruptOnRevocation("manager", request.query.context_id))
      })
    })
  })
)
