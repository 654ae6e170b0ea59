import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { clusterListingKey } from "#domain/accounts/contexts/listingOwner.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { workOf } from "../workOf.ts"

export const ClusterWorkHandlers = HttpApiBuilder.group(
  Api,
  "clusterWork",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(
      yield* workOf(
        "cluster-admin",
        Effect.map(CurrentEndpoint, ({ id }) => ({
          scope: "cluster-admin" as const,
          listingKey: clusterListingKey(id)
        }))
      )
    )
  })
)
