import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { PortalAccounts, PortalState } from "#domain/iam/portal/PortalState.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

const query = scopeQuery.Portal

export class PortalGroup extends HttpApiGroup.make("portal")
  .add(
    HttpApiEndpoint.get("state", "/state", { query, success: PortalState, error: Forbidden })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(RequiredScope, requireScope.portal)
      .annotate(
        OpenApi.Description,
        "Role and permissions. 403 `workspace_unavailable` without a Portal role or while the Portal is off."
      )
      .middleware(ScopeControl),
    HttpApiEndpoint.get("accounts", "/accounts", { success: PortalAccounts })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "Accounts in which the caller has a Portal role and whose Portal is on.")
  )
  .prefix("/api/portal") {}
