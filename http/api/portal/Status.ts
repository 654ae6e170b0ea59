import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { StorageStatus } from "#domain/iam/portal/StorageStatus.ts"
import { Forbidden } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

export class PortalStatusGroup extends HttpApiGroup.make("portalStatus")
  .add(
    HttpApiEndpoint.get("status", "/status", {
      query: scopeQuery.Portal,
      success: StorageStatus,
      error: Forbidden
    })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(
        OpenApi.Description,
        "Status of the account's storage endpoint from regular probes: put, get, list and delete of a small object."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.portal)
  .prefix("/api/portal") {}
