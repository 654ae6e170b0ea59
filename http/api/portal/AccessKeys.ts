import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import {
  CreatePortalAccessKey,
  NewPortalAccessKey,
  PortalAccessKey,
  PortalAccessKeys,
  UpdatePortalAccessKey
} from "#domain/iam/portal/PortalKey.ts"
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
import { AnswersSecret } from "../AnswersSecret.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { RequiredScope, scopeQuery } from "../RequiredScope.ts"

const query = scopeQuery.Portal
const params = { key_id: RowId }

export class PortalAccessKeysGroup extends HttpApiGroup.make("portalAccessKeys")
  .add(
    HttpApiEndpoint.get("list", "/access-keys", { query, success: PortalAccessKeys, error: Forbidden })
      .annotate(RequiredAccess, access.scoped("portal.read"))
      .annotate(OpenApi.Description, "Keys that the caller created; the key of the object browser is none of them."),
    HttpApiEndpoint.post("create", "/access-keys", {
      query,
      payload: CreatePortalAccessKey,
      success: NewPortalAccessKey.annotate({ httpApiStatus: 201 }),
      error: [Forbidden, NotFound, Conflict, InvalidInput, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(AnswersSecret, true)
      .annotate(
        OpenApi.Description,
        "The secret is in this answer only. Each key of a person opens all of their spaces in the account."
      ),
    HttpApiEndpoint.patch("update", "/access-keys/:key_id", {
      params,
      query,
      payload: UpdatePortalAccessKey,
      success: PortalAccessKey,
      error: [Forbidden, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(OpenApi.Description, "Enables or disables a key. `confirmed` is false until the gateway confirmed it."),
    HttpApiEndpoint.delete("remove", "/access-keys/:key_id", {
      params,
      query: { ...query, ...confirmQuery },
      success: Removed,
      error: [Forbidden, NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.scoped("portal.write"))
      .annotate(Destructive, destructive.named("Access key", "the access key"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.portal)
  .prefix("/api/portal") {}
