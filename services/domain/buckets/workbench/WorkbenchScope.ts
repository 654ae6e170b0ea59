import { clusterListingKey } from "../../accounts/contexts/listingOwner.ts"
import type { ResolvedContext } from "../../accounts/contexts/CurrentContext.ts"
import type { ExecutionContext } from "../../accounts/contexts/ExecutionContext.ts"
import type { WorkbenchId } from "./workbenchQuery.ts"

/** `key`: of the listing's snapshot, shared by users. */
export interface WorkbenchContext {
  readonly key: string
  readonly place: string
  readonly endpoint_id: number | null
  readonly endpoint_name: string
  readonly context_id: string
  readonly context_name: string
  readonly context_kind: ExecutionContext["kind"]
  /** Null: the cluster, read with the technical key. */
  readonly resolved: ResolvedContext | null
}

export interface WorkbenchScope {
  readonly workbench: WorkbenchId
  readonly userId: number
  /** Namespace of UI tags; null: the user's own. */
  readonly tagEndpointId: number | null
  readonly contexts: ReadonlyArray<WorkbenchContext>
}

export const placeOfEndpoint = (endpointId: number): string => `endpoint:${endpointId}`

export const clusterScope = (
  userId: number,
  endpoint: { readonly id: number; readonly name: string }
): WorkbenchScope => ({
  workbench: "cluster-admin",
  userId,
  tagEndpointId: endpoint.id,
  contexts: [
    {
      key: clusterListingKey(endpoint.id),
      place: placeOfEndpoint(endpoint.id),
      endpoint_id: endpoint.id,
      endpoint_name: endpoint.name,
      context_id: `cluster-${endpoint.id}`,
      context_name: endpoint.name,
      context_kind: "cluster",
      resolved: null
    }
  ]
})

export const contextsScope = (userId: number, contexts: ReadonlyArray<ResolvedContext>): WorkbenchScope => ({
  workbench: "storage-ops",
  userId,
  tagEndpointId: null,
  contexts: contexts.map((resolved) => {
    const { endpoint_id, endpoint_name, id, kind, name } = resolved.context
    return {
      key: resolved.listingKey,
      place: endpoint_id === null ? `context:${id}` : placeOfEndpoint(endpoint_id),
      endpoint_id,
      endpoint_name,
      context_id: id,
      context_name: name,
      context_kind: kind,
      resolved
    }
  })
})
