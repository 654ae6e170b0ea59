import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { EndpointStatus } from "#services/gateways/endpoints/EndpointStatus.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const EndpointHealthHandlers = HttpApiBuilder.group(
  Api,
  "adminEndpointHealth",
  Effect.fn(function* (handlers) {
    const checks = yield* EndpointChecks
    const status = yield* EndpointStatus
    return handlers.handleAll({
      now: ({ params }) => checks.check(params.id),
      history: ({ params, query }) => status.history(params.id, query.range),
      incidents: ({ params, query }) => status.incidents(params.id, query),
      stream: Effect.fn("adminEndpointHealth.stream")(function* () {
        const allowed = yield* interruptOnRevocation("admin")
        return (yield* status.changes).pipe(numberedFrames, allowed)
      })
    })
  })
)
