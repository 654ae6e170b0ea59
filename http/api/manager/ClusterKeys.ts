import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ClusterKeyList, RotateClusterKey } from "#domain/accounts/ClusterKeys.ts"
import { AccessKeyName, NewUserKey, RemovedUserKey, UpdateUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const query = contextQuery
const params = { access_key: AccessKeyName }
const reading = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const
const error = [...reading, InvalidInput, Conflict] as const

export class ManagerClusterKeysGroup extends HttpApiGroup.make("clusterKeys")
  .add(
    HttpApiEndpoint.get("list", "/keys", { query, success: ClusterKeyList, error: reading })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "The access keys of the account's root user, or of the RGW user, that the context acts as. Contexts " +
          "without Admin Ops, such as connections, are 403 with `cluster_keys_unavailable`."
      ),
    HttpApiEndpoint.post("create", "/keys", { query, success: NewUserKey.annotate({ httpApiStatus: 201 }), error })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(AnswersSecret, true)
      .annotate(OpenApi.Description, "Creates a key. Its secret is in this answer only."),
    HttpApiEndpoint.put("update", "/keys/:access_key", {
      params,
      query,
      payload: UpdateUserKey,
      success: UserKey,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Disables or enables a key. The key that the console uses itself (`console_key`) is 409 " +
          "`state_conflict`: rotate it instead."
      ),
    HttpApiEndpoint.delete("remove", "/keys/:access_key", { params, query, success: RemovedUserKey, error })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.itself("the key is its own name, and stands in the address"))
      .annotate(
        OpenApi.Description,
        "Deletes a key. The key that the console uses itself (`console_key`) is 409 `state_conflict`: rotate " +
          "it instead."
      ),
    HttpApiEndpoint.post("rotate", "/keys/rotation", {
      query,
      payload: RotateClusterKey,
      success: WorkRun.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Rotates the key that the console uses itself: a new key is created, tested by a call of the gateway " +
          "and stored; only then the old one is deleted, or with `deactivate_only` disabled. Follow and undo " +
          "the run under `/api/manager/work`."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager/cluster") {}
