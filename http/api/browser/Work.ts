import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { workGroup } from "../workGroup.ts"

export const BrowserWorkGroup = workGroup({
  name: "browserWork",
  prefix: "/api/browser",
  params: {},
  query: contextQuery,
  read: access.scoped("browser.read"),
  write: access.scoped("browser.write")
})
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
