import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { bucketChangesGroup } from "../bucketChangesGroup.ts"

export const OpsBucketChangesGroup = bucketChangesGroup({
  name: "opsBucketChanges",
  id: "storage-ops",
  prefix: "/api/storage-ops",
  scope: requireScope.contexts,
  params: {}
})
