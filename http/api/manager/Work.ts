import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { workGroup } from "../workGroup.ts"

export const ManagerWorkGroup = workGroup({
  name: "managerWork",
  prefix: "/api/manager",
  params: {},
  query: contextQuery,
  read: access.scoped("manager.read"),
  write: access.scoped("manager.write")
})
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
