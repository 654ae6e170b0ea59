import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { workGroup } from "../workGroup.ts"

/** Long work of a context, visible to and controllable by everyone who may act as it; other contexts' runs are 404. */
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
