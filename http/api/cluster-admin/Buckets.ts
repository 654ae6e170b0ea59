import { Tuple } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { EditUiTag } from "#domain/buckets/workbench/UiTag.ts"
import { ClusterBucketEvent } from "#domain/buckets/workbench/WorkbenchEvent.ts"
import { workbenchBody } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { ClusterBucketPage } from "#domain/buckets/workbench/WorkbenchRow.ts"
import { bucketsGroup } from "../bucketsGroup.ts"
import { eventFrame } from "../eventFrame.ts"
import { endpointParams } from "../RequiredScope.ts"

export const ClusterBucketFrame = ClusterBucketEvent.mapMembers(Tuple.map(eventFrame)).annotate({
  identifier: "ClusterBucketFrame"
})

export const ClusterBucketsGroup = bucketsGroup({
  name: "clusterBuckets",
  id: "cluster-admin",
  prefix: "/api/cluster-admin/endpoints/:endpoint_id",
  scope: requireScope.endpoint,
  params: endpointParams,
  body: workbenchBody("cluster-admin").annotate({ identifier: "ClusterBucketQuery" }),
  page: ClusterBucketPage,
  stream: HttpApiSchema.StreamSse({ events: ClusterBucketFrame }),
  edit: EditUiTag
})
