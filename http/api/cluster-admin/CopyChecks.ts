import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { CopyCheck, LatestCopyCheck } from "#domain/fleet/CopyCheck.ts"
import { Conflict, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

export class ClusterCopyChecksGroup extends HttpApiGroup.make("clusterCopyChecks")
  .add(
    HttpApiEndpoint.get("latest", "/copy-check", {
      params: endpointParams,
      success: LatestCopyCheck,
      error: [NotFound]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.read"))
      .annotate(OpenApi.Description, "Whether account roots can copy what they may not read, as last checked."),
    HttpApiEndpoint.post("check", "/copy-check", {
      params: endpointParams,
      success: CopyCheck,
      error: [NotFound, Conflict, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("cluster-admin.write"))
      .annotate(
        OpenApi.Description,
        "Tries it on the gateway with two temporary accounts, which are removed again: a read, a copy, and both with " +
          "the guard policy. `unknown` where the technical key may not create accounts."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}
