import {
  formatClusterContextId,
  parseClusterContextId
} from "../../../services/domain/accounts/contexts/ClusterContextId.ts"
import { browserHref, CLUSTER_BROWSER } from "./browser-href"

/** Address of a bucket in the explorer of Cluster Admin. */
export const clusterBrowserHref = (
  endpointId: string | null,
  { name, tenant }: { readonly name: string; readonly tenant: string }
): string =>
  browserHref({ contextId: formatClusterContextId({ endpointId: Number(endpointId), tenant }), bucket: name }, "", "", {
    base: CLUSTER_BROWSER
  })

/** Address of the list of buckets: it belongs to no tenant, and its endpoint can be changed there. */
export const clusterListHref = (contextId: string): string => {
  const context = parseClusterContextId(contextId)
  return context === null
    ? CLUSTER_BROWSER
    : `${CLUSTER_BROWSER}?${new URLSearchParams({ endpoint_id: String(context.endpointId) })}`
}
