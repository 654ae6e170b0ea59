import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  AccountFreeze,
  AccountIdentifier,
  accountsQuery,
  CreateEndpointAccount,
  DirectoryAccountPage,
  DirectoryState,
  FreezeAccount
} from "#domain/accounts/EndpointDirectory.ts"
import {
  AccountOnGateway,
  AccountQuotaType,
  UpdateAccountLimits,
  UpdateAccountOnGateway,
  UpdateQuota
} from "#domain/accounts/GatewaySettings.ts"
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
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

const params = { ...endpointParams, account_id: AccountIdentifier }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const
const changeErrors = [InvalidInput, NotFound, Conflict, ...gatewayErrors] as const
const read = access.scoped("cluster-admin.read")
const write = access.scoped("cluster-admin.write")

export class ClusterAccountsGroup extends HttpApiGroup.make("clusterAccounts")
  .add(
    HttpApiEndpoint.get("list", "/accounts", {
      params: endpointParams,
      query: accountsQuery,
      success: DirectoryAccountPage,
      error: changeErrors
    })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "RGW accounts of the endpoint, registered here or not. Without `include` only ids are read from the gateway. " +
          "`include` adds groups of details to the page's rows; sorting and filtering by a detail reads the details " +
          "of all rows first, and answers 409 `state_conflict` while that takes longer than 8 seconds."
      ),
    HttpApiEndpoint.post("refresh", "/accounts/refresh", {
      params: endpointParams,
      success: DirectoryState,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("create", "/accounts", {
      params: endpointParams,
      payload: CreateEndpointAccount,
      success: AccountOnGateway.annotate({ httpApiStatus: 201 }),
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.get("get", "/accounts/:account_id", {
      params,
      success: AccountOnGateway,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, read),
    HttpApiEndpoint.put("update", "/accounts/:account_id", {
      params,
      payload: UpdateAccountOnGateway,
      success: AccountOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("setLimits", "/accounts/:account_id/limits", {
      params,
      payload: UpdateAccountLimits,
      success: AccountOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("setQuota", "/accounts/:account_id/quotas/:quota", {
      params: { ...params, quota: AccountQuotaType },
      payload: UpdateQuota,
      success: AccountOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("freeze", "/accounts/:account_id/freeze", {
      params,
      payload: FreezeAccount,
      success: AccountFreeze.annotate({ httpApiStatus: 201 }),
      error: changeErrors
    })
      .annotate(RequiredAccess, write)
      .annotate(
        OpenApi.Description,
        "Stops writes of the account in one step that can be undone: no object can be put, copied or uploaded in " +
          "parts, by anybody, and no bucket can be created. Reads and deletes still pass."
      ),
    HttpApiEndpoint.delete("unfreeze", "/accounts/:account_id/freeze", {
      params,
      success: AccountOnGateway,
      error: changeErrors
    })
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.itself("it gives the account its former limits back"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}
