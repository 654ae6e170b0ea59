import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { editBucketView, newBucketView } from "#domain/buckets/workbench/BucketView.ts"
import { bucketViewsGroup } from "../bucketViewsGroup.ts"

export const OpsBucketViewsGroup = bucketViewsGroup({
  name: "opsBucketViews",
  id: "storage-ops",
  prefix: "/api/storage-ops",
  scope: requireScope.contexts,
  params: {},
  create: newBucketView("storage-ops").annotate({ identifier: "NewOpsBucketView" }),
  edit: editBucketView("storage-ops").annotate({ identifier: "EditOpsBucketView" })
})
