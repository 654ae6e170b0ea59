import { component$, useContextProvider, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { type ClusterEndpoint, useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { explorerBucket } from "~/lib/browser-href"
import { ContextsContext, contextsOf, type ContextsState, type ExecutionContext } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import {
  formatClusterContextId,
  parseClusterContextId
} from "../../../../../../services/domain/accounts/contexts/ClusterContextId.ts"
import { ClusterBucketPicker } from "./cluster-bucket-picker"
import { ExplorerPage } from "./explorer-page"

const clusterContext = (endpoint: ClusterEndpoint | undefined, named: string): ExecutionContext | null => {
  if (endpoint === undefined) return null
  const ref = parseClusterContextId(named) ?? { endpointId: endpoint.id, tenant: "" }
  if (ref.endpointId !== endpoint.id) return null
  return {
    kind: "cluster",
    id: formatClusterContextId(ref),
    name: endpoint.name,
    endpoint_id: endpoint.id,
    endpoint_name: endpoint.name,
    endpoint_url: endpoint.url,
    endpoint_is_default: endpoint.is_default,
    endpoint_is_sandbox: endpoint.is_sandbox,
    capabilities: { can_manage_buckets: false, can_manage_iam: false, can_browse_objects: true, has_admin_ops: true },
    tags: [],
    expires_at: null,
    unusable_reason: null
  }
}

/** Reads objects of any bucket with a key of the bucket's owner. */
export const ClusterExplorer = component$(() => {
  const location = useLocation()
  const { id, list } = useClusterEndpoint()
  const contexts = useStore<ContextsState>(contextsOf(null), { deep: false })
  useContextProvider(ContextsContext, contexts)
  useVisibleTask$(
    ({ track }) => {
      const named = track(() => location.url.searchParams.get("context_id")) ?? ""
      const endpoint = track(() => list.value?.find((one) => String(one.id) === id.value))
      const current = clusterContext(endpoint, named)
      if (contexts.current?.id !== current?.id) contexts.current = current
    },
    { strategy: "document-ready" }
  )
  if (explorerBucket(location.url) === null) return <ClusterBucketPicker />
  return (
    <div class="flex h-full min-h-0 flex-col">
      <p class="alert alert-warn mx-5 mt-3 flex-none" role="note">
        <Icon name="info" />
        <span class="min-w-0">
          <b class="font-medium">You read with a key of the bucket’s owner.</b> Each request is in the audit trail under
          your name. Objects cannot be changed here.
        </span>
      </p>
      <div class="min-h-0 flex-1">
        <ExplorerPage />
      </div>
    </div>
  )
})
