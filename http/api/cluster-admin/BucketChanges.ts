import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { bucketChangesGroup } from "../bucketChangesGroup.ts"
import { endpointParams } from "../RequiredScope.ts"

export const ClusterBucketChangesGroup = bucketChangesGroup({
  name: "clusterBucketChanges",
  id: "cluster-admin",
  prefix: "/api/cluster-admin/endpoints/:endpoint_id",
  scope: requireScope.endpoint,
  params: endpointParams
})
