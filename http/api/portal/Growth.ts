import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { Forbidden, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { SpaceGrowth } from "#domain/usage/SpaceGrowth.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

export class PortalGrowthGroup extends HttpApiGroup.make("portalGrowth")
  .add(
    HttpApiEndpoint.get("growth", "/spaces/:space_id/growth", {
      params: { space_id: RowId },
      query: scopeQuery.Portal,
      success: SpaceGrowth,
      error: [Forbidden, NotFound, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(
        OpenApi.Description,
        "Growth of the last 30 days and time until full; unknown with fewer than seven measured days."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.portal)
  .prefix("/api/portal") {}
