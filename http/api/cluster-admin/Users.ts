import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  CreateEndpointUser,
  DirectoryState,
  DirectoryUserPage,
  EndpointUserCreated,
  UserIdentifier,
  usersQuery
} from "#domain/accounts/EndpointDirectory.ts"
import {
  CapsAnswer,
  S3UserOnGateway,
  Suspension,
  UpdateCaps,
  UpdateQuota,
  UpdateRateLimit,
  UpdateS3UserOnGateway,
  UserQuotaType
} from "#domain/accounts/GatewaySettings.ts"
import { AccessKeyName, NewUserKey, RemovedUserKey, UpdateUserKey, UserKey } from "#domain/accounts/UserKeys.ts"
import {
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { AnswersSecret } from "../AnswersSecret.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

const params = { ...endpointParams, user_id: UserIdentifier }
const key = { ...params, access_key: AccessKeyName }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const
const changeErrors = [InvalidInput, NotFound, Conflict, ...gatewayErrors] as const
const read = access.scoped("cluster-admin.read")
const write = access.scoped("cluster-admin.write")

export class ClusterUsersGroup extends HttpApiGroup.make("clusterUsers")
  .add(
    HttpApiEndpoint.get("list", "/users", {
      params: endpointParams,
      query: usersQuery,
      success: DirectoryUserPage,
      error: changeErrors
    })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "RGW users of the endpoint, of all tenants and accounts, registered here or not. " +
          "`include`, sorting and filtering as for accounts."
      ),
    HttpApiEndpoint.post("refresh", "/users/refresh", {
      params: endpointParams,
      success: DirectoryState,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("create", "/users", {
      params: endpointParams,
      payload: CreateEndpointUser,
      success: EndpointUserCreated.annotate({ httpApiStatus: 201 }),
      error: changeErrors
    })
      .annotate(RequiredAccess, write)
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.get("get", "/users/:user_id", {
      params,
      success: S3UserOnGateway,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, read),
    HttpApiEndpoint.put("update", "/users/:user_id", {
      params,
      payload: UpdateS3UserOnGateway,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("setQuota", "/users/:user_id/quotas/:quota", {
      params: { ...params, quota: UserQuotaType },
      payload: UpdateQuota,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("setCaps", "/users/:user_id/caps", {
      params,
      payload: UpdateCaps,
      success: CapsAnswer,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("setRateLimit", "/users/:user_id/rate-limit", {
      params,
      payload: UpdateRateLimit,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("suspend", "/users/:user_id/suspension", {
      params,
      payload: Suspension,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.get("listKeys", "/users/:user_id/keys", {
      params,
      success: Schema.Array(UserKey),
      error: [NotFound, ...gatewayErrors]
    })
      .annotate(RequiredAccess, read)
      .annotate(OpenApi.Description, "Access keys of the user, without secrets."),
    HttpApiEndpoint.post("createKey", "/users/:user_id/keys", {
      params,
      success: NewUserKey.annotate({ httpApiStatus: 201 }),
      error: changeErrors
    })
      .annotate(RequiredAccess, write)
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.put("updateKey", "/users/:user_id/keys/:access_key", {
      params: key,
      payload: UpdateUserKey,
      success: UserKey,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.delete("removeKey", "/users/:user_id/keys/:access_key", {
      params: key,
      success: RemovedUserKey,
      error: changeErrors
    })
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.itself("the key is its own name, and stands in the address"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}
