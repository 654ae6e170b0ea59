import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import {
  AccountOnGateway,
  AccountQuotaType,
  DeletedOnGateway,
  UpdateAccountLimits,
  UpdateAccountOnGateway,
  UpdateQuota
} from "#domain/accounts/GatewaySettings.ts"
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
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const
const changeErrors = [InvalidInput, NotFound, Conflict, ...gatewayErrors] as const

export class AccountGatewayGroup extends HttpApiGroup.make("adminAccountGateway")
  .add(
    HttpApiEndpoint.get("get", "/accounts/:id/gateway", {
      params,
      success: AccountOnGateway,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.put("update", "/accounts/:id/gateway", {
      params,
      payload: UpdateAccountOnGateway,
      success: AccountOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("setLimits", "/accounts/:id/limits", {
      params,
      payload: UpdateAccountLimits,
      success: AccountOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("setQuota", "/accounts/:id/quotas/:quota", {
      params: { ...params, quota: AccountQuotaType },
      payload: UpdateQuota,
      success: AccountOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.delete("delete", "/accounts/:id/gateway", {
      params,
      query: confirmQuery,
      success: DeletedOnGateway,
      error: [Forbidden, ...changeErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.write", "association.set"))
      .annotate(Destructive, destructive.named("RGW account", "its name"))
  )
  .prefix("/api/admin") {}
