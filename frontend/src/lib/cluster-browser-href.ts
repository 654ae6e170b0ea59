import {
  formatClusterContextId,
  parseClusterContextId
} from "../../../services/domain/accounts/contexts/ClusterContextId.ts"
import { browserHref, CLUSTER_BROWSER } from "./browser-href"

export const clusterBrowserHref = (
  endpointId: string | null,
  { name, tenant }: { readonly name: string; readonly tenant: string }
): string =>
  browserHref({ contextId: formatClusterContextId({ endpointId: Number(endpointId), tenant }), bucket: name }, "", "", {
    base: CLUSTER_BROWSER
  })

/** Omits the tenant: the endpoint can be changed there. */
export const clusterListHref = (contextId: string): string => {
  const context = parseClusterContextId(contextId)
  return context === null
    ? CLUSTER_BROWSER
    : `${CLUSTER_BROWSER}?${new URLSearchParams({ endpoint_id: String(context.endpointId) })}`
}
