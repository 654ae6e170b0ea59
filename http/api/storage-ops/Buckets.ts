import { Tuple } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { EditTagColor } from "#domain/buckets/workbench/UiTag.ts"
import { OpsBucketEvent } from "#domain/buckets/workbench/WorkbenchEvent.ts"
import { workbenchBody } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { OpsBucketPage } from "#domain/buckets/workbench/WorkbenchRow.ts"
import { bucketsGroup } from "../bucketsGroup.ts"
import { eventFrame } from "../eventFrame.ts"

export const OpsBucketFrame = OpsBucketEvent.mapMembers(Tuple.map(eventFrame)).annotate({
  identifier: "OpsBucketFrame"
})

export const OpsBucketsGroup = bucketsGroup({
  name: "opsBuckets",
  id: "storage-ops",
  prefix: "/api/storage-ops",
  scope: requireScope.contexts,
  params: {},
  body: workbenchBody("storage-ops").annotate({ identifier: "OpsBucketQuery" }),
  page: OpsBucketPage,
  stream: HttpApiSchema.StreamSse({ events: OpsBucketFrame }),
  edit: EditTagColor
})
