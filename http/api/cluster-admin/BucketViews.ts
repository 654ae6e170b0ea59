import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { editBucketView, newBucketView } from "#domain/buckets/workbench/BucketView.ts"
import { bucketViewsGroup } from "../bucketViewsGroup.ts"
import { endpointParams } from "../RequiredScope.ts"

export const ClusterBucketViewsGroup = bucketViewsGroup({
  name: "clusterBucketViews",
  id: "cluster-admin",
  prefix: "/api/cluster-admin/endpoints/:endpoint_id",
  scope: requireScope.endpoint,
  params: endpointParams,
  create: newBucketView("cluster-admin").annotate({ identifier: "NewClusterBucketView" }),
  edit: editBucketView("cluster-admin").annotate({ identifier: "EditClusterBucketView" })
})
