import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import {
  ApprovePortalRequest,
  CreatePortalRequest,
  PortalRequest,
  PortalRequests,
  PortalUsage,
  RejectPortalRequest
} from "#domain/iam/portal/PortalRequest.ts"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

const query = scopeQuery.Portal
const params = { request_id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

export class PortalRequestsGroup extends HttpApiGroup.make("portalRequests")
  .add(
    HttpApiEndpoint.get("usage", "/usage", { query, success: PortalUsage, error: [Forbidden, ...gatewayErrors] })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "Size of the caller's spaces, and their share of the account's quota."),
    HttpApiEndpoint.get("list", "/requests", { query, success: PortalRequests, error: Forbidden })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(
        OpenApi.Description,
        "The newest 200 requests of the caller, newest first; for Portal managers those of the account."
      ),
    HttpApiEndpoint.post("create", "/requests", {
      query,
      payload: CreatePortalRequest,
      success: PortalRequest.annotate({ httpApiStatus: 201 }),
      error: [Forbidden, InvalidInput]
    }).annotate(RequiredAccess, access.scoped("portal.write")),
    HttpApiEndpoint.post("withdraw", "/requests/:request_id/withdraw", {
      params,
      query,
      success: PortalRequest,
      error: [Forbidden, NotFound, Conflict]
    }).annotate(RequiredAccess, access.scoped("portal.write")),
    HttpApiEndpoint.post("approve", "/requests/:request_id/approve", {
      params,
      query,
      payload: ApprovePortalRequest,
      success: PortalRequest,
      error: [Forbidden, NotFound, Conflict, InvalidInput, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(Destructive, destructive.itself("A request is decided once, and its number names it."))
      .annotate(
        OpenApi.Description,
        "Grants `result` on the gateway, until `expires_at` if given. 409 `state_conflict` when it was decided before."
      ),
    HttpApiEndpoint.post("reject", "/requests/:request_id/reject", {
      params,
      query,
      payload: RejectPortalRequest,
      success: PortalRequest,
      error: [Forbidden, NotFound, Conflict, InvalidInput]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(Destructive, destructive.itself("The person may send another request."))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.portal)
  .prefix("/api/portal") {}
