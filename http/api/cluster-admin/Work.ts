import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"
import { workGroup } from "../workGroup.ts"

export const ClusterWorkGroup = workGroup({
  name: "clusterWork",
  prefix: "/api/cluster-admin/endpoints/:endpoint_id",
  params: endpointParams,
  query: {},
  read: access.scoped("cluster-admin.read"),
  write: access.scoped("cluster-admin.write")
})
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
