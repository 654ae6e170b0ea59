import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"

export const InternalDriftHandlers = HttpApiBuilder.group(
  Api,
  "internalDrift",
  Effect.fn(function* (handlers) {
    const checks = yield* DriftChecks
    // checks all endpoints, so an unknown endpoint is impossible
    return handlers.handleAll({ check: () => Effect.orDie(checks.run({})) })
  })
)
