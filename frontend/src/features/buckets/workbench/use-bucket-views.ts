import { $ } from "@builder.io/qwik"
import { call, callIn } from "~/client/call"
import type { Body } from "~/client/contract"
import type { PageScope } from "~/client/scope"
import type { StoredViewVersion, ViewChange, ViewStore } from "~/components/filters/view-store"

type NewClusterView = Body<"POST /api/cluster-admin/endpoints/:endpoint_id/bucket-views">
type ClusterViewChange = Body<"PATCH /api/cluster-admin/endpoints/:endpoint_id/bucket-views/:view_id">
type NewOpsView = Body<"POST /api/storage-ops/bucket-views">
type OpsViewChange = Body<"PATCH /api/storage-ops/bucket-views/:view_id">

// the service checks the parameters of a view: the table knows them by name alone

export const useClusterViews = (scope: PageScope): ViewStore => ({
  list$: $(async () => (await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/bucket-views")).items),
  create$: $((view: Required<ViewChange>) =>
    callIn(scope, "POST /api/cluster-admin/endpoints/:endpoint_id/bucket-views", {
      body: view as NewClusterView
    })
  ),
  edit$: $((view: StoredViewVersion, change: ViewChange) =>
    callIn(scope, "PATCH /api/cluster-admin/endpoints/:endpoint_id/bucket-views/:view_id", {
      params: { view_id: view.id },
      body: { ...change, version: view.version } as ClusterViewChange
    })
  ),
  remove$: $((view_id: number) =>
    callIn(scope, "DELETE /api/cluster-admin/endpoints/:endpoint_id/bucket-views/:view_id", {
      params: { view_id }
    })
  )
})

export const useOpsViews = (): ViewStore => ({
  list$: $(async () => (await call("GET /api/storage-ops/bucket-views")).items),
  create$: $((view: Required<ViewChange>) => call("POST /api/storage-ops/bucket-views", { body: view as NewOpsView })),
  edit$: $((view: StoredViewVersion, change: ViewChange) =>
    call("PATCH /api/storage-ops/bucket-views/:view_id", {
      params: { view_id: view.id },
      body: { ...change, version: view.version } as OpsViewChange
    })
  ),
  remove$: $((view_id: number) => call("DELETE /api/storage-ops/bucket-views/:view_id", { params: { view_id } }))
})
