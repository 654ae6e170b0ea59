import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"

export const InternalEndpointChecksHandlers = HttpApiBuilder.group(
  Api,
  "internalEndpointChecks",
  Effect.fn(function* (handlers) {
    const checks = yield* EndpointChecks
    return handlers.handleAll({ run: () => checks.run(Duration.zero) })
  })
)
