import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { endpointUsageKey } from "#domain/usage/endpointUsage.ts"
import { QuotaStateRecords } from "#services/usage/QuotaStateRecords.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageReports } from "#services/usage/UsageReports.ts"
import { UsageTraffics } from "#services/usage/UsageTraffics.ts"
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
    const reports = yield* UsageReports
    const traffics = yield* UsageTraffics
    const quotas = yield* QuotaStateRecords
    return handlers.handleAll({
      latest: Effect.fn("clusterUsage.latest")(function* () {
        return { snapshot: yield* usage.latest(yield* reader) }
      }),
      stream: Effect.fn("clusterUsage.stream")(function* () {
        const allowed = yield* interruptOnRevocation("cluster-admin")
        return recountFrames(usage.recount(yield* reader, "statistics"), yield* RequestId).pipe(allowed)
      }),
      history: Effect.fn("clusterUsage.history")(function* ({ query }) {
        return yield* reports.endpointHistory((yield* CurrentEndpoint).id, query.days)
      }),
      traffic: Effect.fn("clusterUsage.traffic")(function* ({ query }) {
        return yield* traffics.readEndpoint((yield* CurrentEndpoint).id, query.period ?? "day")
      }),
      quotas: Effect.fn("clusterUsage.quotas")(function* ({ query }) {
        return yield* quotas.page({ ...query, storage_endpoint_id: (yield* CurrentEndpoint).id })
      })
    })
  })
)
