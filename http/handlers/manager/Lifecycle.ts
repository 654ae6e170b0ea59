import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { LifecycleSimulator } from "#services/buckets/lifecycle/LifecycleSimulator.ts"
import { problemOf } from "../../problems.ts"
import { RequestId } from "../../RequestId.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const LifecycleHandlers = HttpApiBuilder.group(
  Api,
  "lifecycle",
  Effect.fn(function* (handlers) {
    const simulator = yield* LifecycleSimulator
    return handlers.handleAll({
      simulate: Effect.fn("lifecycle.simulate")(function* ({ params, payload, query }) {
        const events = yield* simulator.simulate(yield* CurrentContext, params.bucket_name, payload)
        const allowed = yield* interruptOnRevocation("manager", query.context_id)
        const requestId = yield* RequestId
        return events.pipe(
          Stream.catch((error) =>
            Stream.succeed({ event: "error" as const, data: problemOf(error, requestId).problem })
          ),
          Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
          numberedFrames,
          allowed
        )
      })
    })
  })
)
