import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import {
  CreateStorageSpace,
  SetSpaceMember,
  SpaceMember,
  SpaceMembers,
  SpacePeople,
  StorageSpace,
  StorageSpaces,
  UpdateStorageSpace
} from "#domain/iam/portal/StorageSpace.ts"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Removed } from "#domain/platform/Removed.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

const query = scopeQuery.Portal
const params = { space_id: RowId }
const memberParams = { space_id: RowId, user_id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

export class PortalSpacesGroup extends HttpApiGroup.make("portalSpaces")
  .add(
    HttpApiEndpoint.get("list", "/spaces", { query, success: StorageSpaces, error: [Forbidden, ...gatewayErrors] })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "Spaces of the caller; for Portal managers also those that are not private."),
    HttpApiEndpoint.post("create", "/spaces", {
      query,
      payload: CreateStorageSpace,
      success: StorageSpace.annotate({ httpApiStatus: 201 }),
      error: [Forbidden, NotFound, Conflict, InvalidInput, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(
        OpenApi.Description,
        "Creates a bucket, or with `existing_bucket` uses one of the account, as a whole or a folder of it (`prefix`)."
      ),
    HttpApiEndpoint.get("get", "/spaces/:space_id", {
      params,
      query,
      success: StorageSpace,
      error: [Forbidden, NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, access.scoped("portal.read")),
    HttpApiEndpoint.patch("update", "/spaces/:space_id", {
      params,
      query,
      payload: UpdateStorageSpace,
      success: StorageSpace,
      error: [Forbidden, NotFound, Conflict, InvalidInput, ...gatewayErrors]
    }).annotate(RequiredAccess, access.scoped("portal.write")),
    HttpApiEndpoint.delete("remove", "/spaces/:space_id", {
      params,
      query: { ...query, ...confirmQuery },
      success: Removed,
      error: [Forbidden, NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(Destructive, destructive.named("Storage space", "its name"))
      .annotate(OpenApi.Description, "Ends the access of its members. The bucket and its objects stay."),
    HttpApiEndpoint.get("members", "/spaces/:space_id/members", {
      params,
      query,
      success: SpaceMembers,
      error: [Forbidden, NotFound]
    }).annotate(RequiredAccess, access.scoped("portal.read")),
    HttpApiEndpoint.get("people", "/spaces/:space_id/people", {
      params,
      query,
      success: SpacePeople,
      error: [Forbidden, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "People with a Portal role in the account who are no members yet; 1,000 at most."),
    HttpApiEndpoint.put("setMember", "/spaces/:space_id/members/:user_id", {
      params: memberParams,
      query,
      payload: SetSpaceMember,
      success: SpaceMember,
      error: [Forbidden, NotFound, Conflict, InvalidInput]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(
        OpenApi.Description,
        "Adds a user with a Portal role, or changes their right. `access` tells whether the gateway confirmed it."
      ),
    HttpApiEndpoint.delete("removeMember", "/spaces/:space_id/members/:user_id", {
      params: memberParams,
      query,
      success: Removed,
      error: [Forbidden, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(Destructive, destructive.itself("A right is removed; the member can be added again."))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.portal)
  .prefix("/api/portal") {}
