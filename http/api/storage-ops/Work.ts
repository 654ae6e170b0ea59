import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope } from "../RequiredScope.ts"
import { workGroup } from "../workGroup.ts"

export const OpsWorkGroup = workGroup({
  name: "opsWork",
  prefix: "/api/storage-ops",
  params: {},
  query: {},
  read: access.scoped("storage-ops.read"),
  write: access.scoped("storage-ops.write")
})
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.contexts)
