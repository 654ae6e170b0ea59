import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"

const clusterEndpointOf = ({
  admin_access_key,
  capabilities,
  id,
  is_default,
  is_sandbox,
  name,
  provider,
  url
}: StorageEndpoint) => ({
  id,
  name,
  url,
  provider,
  is_default,
  is_sandbox,
  has_admin_ops: capabilities.admin && admin_access_key !== null
})

const names = new Intl.Collator("en", { numeric: true })

export const ClusterEndpointsHandlers = HttpApiBuilder.group(
  Api,
  "clusterEndpoints",
  Effect.fn(function* (handlers) {
    const records = yield* EndpointRecords
    return handlers.handleAll({
      list: () =>
        Effect.map(records.list, (all) => ({
          items: all
            .map(clusterEndpointOf)
            .sort((one, other) => names.compare(one.name, other.name) || one.id - other.id)
        }))
    })
  })
)
