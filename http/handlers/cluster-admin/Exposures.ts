import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { ExposureRecords } from "#services/fleet/ExposureRecords.ts"

export const ClusterExposuresHandlers = HttpApiBuilder.group(
  Api,
  "clusterExposures",
  Effect.fn(function* (handlers) {
    const records = yield* ExposureRecords
    return handlers.handleAll({
      list: Effect.fn("clusterExposures.list")(function* ({ query }) {
        return yield* records.page((yield* CurrentEndpoint).id, query)
      }),
      changes: Effect.fn("clusterExposures.changes")(function* ({ query }) {
        return yield* records.changes((yield* CurrentEndpoint).id, query)
      })
    })
  })
)
