import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import {
  AccessPeople,
  GrantPrivateAccess,
  PrivateAccess,
  PrivateAccessList,
  RemovedPrivateAccess,
  UpdatePrivateAccess
} from "#domain/iam/PrivateAccess.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { RequiredTool } from "../RequiredTool.ts"

const query = contextQuery
const params = { access_id: RowId }
const error = [BadRequest, NotFound] as const
const attemptText =
  "Answers after the first attempt with its outcome in `state` and `problem`. What the gateway has not " +
  "confirmed is retried automatically."

export class ManagerPrivateAccessGroup extends HttpApiGroup.make("privateAccess")
  .add(
    HttpApiEndpoint.get("list", "/private-access", { query, success: PrivateAccessList, error })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "All of the account, also those whose cleanup is not confirmed. Accesses of the Portal are listed while the " +
          "gateway differs from them or has not confirmed them; they can be checked and retried. 403 with " +
          "`private_access_unavailable` in contexts that are no account, and with `iam_unavailable` in " +
          "accounts without IAM."
      ),
    HttpApiEndpoint.get("people", "/private-access/people", { query, success: AccessPeople, error })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Everybody who is linked to the account, directly or by a group. `obstacle` says why a person cannot " +
          "get private access; `manager_browser_data_access_missing`: the person manages the account and may " +
          "not see its data."
      ),
    HttpApiEndpoint.post("grant", "/private-access", {
      query,
      payload: GrantPrivateAccess,
      success: PrivateAccess.annotate({ httpApiStatus: 201 }),
      error: [...error, InvalidInput, Conflict]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Creates an IAM user for a person, with policies, groups and a key, which becomes a private S3 connection of " +
          `that person. ${attemptText}`
      ),
    HttpApiEndpoint.get("get", "/private-access/:access_id", { params, query, success: PrivateAccess, error }).annotate(
      RequiredAccess,
      access.scoped("manager.read")
    ),
    HttpApiEndpoint.put("update", "/private-access/:access_id", {
      params,
      query,
      payload: UpdatePrivateAccess,
      success: PrivateAccess,
      error: [...error, InvalidInput, Conflict]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(OpenApi.Description, `Replaces its groups and policies. 409 for one of the Portal. ${attemptText}`),
    HttpApiEndpoint.post("retry", "/private-access/:access_id/retry", { params, query, success: PrivateAccess, error })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Retries at once what is not confirmed; of an active one, repairs what differs at the gateway. 404 " +
          "once nothing is left of it."
      ),
    HttpApiEndpoint.post("check", "/private-access/:access_id/check", {
      params,
      query,
      success: PrivateAccess,
      error: [...error, StorageError, StorageTimeout, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(OpenApi.Description, "Compares it with the gateway now: `drift` has the differences."),
    HttpApiEndpoint.delete("end", "/private-access/:access_id", {
      params,
      query: { ...query, ...confirmQuery },
      success: RemovedPrivateAccess,
      error: [...error, Conflict]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.named("Private access", "the name of its IAM user"))
      .annotate(
        OpenApi.Description,
        "Ends it: the S3 connection of the person is deleted at once. Keys, policies, memberships and the " +
          "IAM user are deleted on the gateway, with retries until it confirms that (`cleanup_pending`)."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredTool, "private_access")
  .prefix("/api/manager") {}
