import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { Deliveries } from "#services/iam/topics/Deliveries.ts"

export const DeliveriesHandlers = HttpApiBuilder.group(
  Api,
  "deliveries",
  Effect.fn(function* (handlers) {
    const deliveries = yield* Deliveries
    return handlers.handleAll({
      receive: Effect.fn("deliveries.receive")(function* ({ params }) {
        yield* deliveries.received(params.token)
      })
    })
  })
)
