import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { endpointUsageKey } from "#domain/usage/endpointUsage.ts"
import { Usage } from "#services/usage/Usage.ts"
import { RequestId } from "../../RequestId.ts"
import { recountFrames } from "../recountFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

const reader = Effect.map(CurrentEndpoint, ({ id }) => ({
  listingKey: endpointUsageKey(id),
  context: { capabilities: { can_browse_objects: false } }
}))

export const ClusterUsageHandlers = HttpApiBuilder.group(
  Api,
  "clusterUsage",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage
    return handlers.handleAll({
      latest: Effect.fn("clusterUsage.latest")(function* () {
        return { snapshot: yield* usage.latest(yield* reader) }
      }),
      stream: Effect.fn("clusterUsage.stream")(function* () {
        const allowed = yield* interruptOnRevocation("cluster-admin")
        return recountFrames(usage.recount(yield* reader, "statistics"), yield* RequestId).pipe(allowed)
      })
    })
  })
)
