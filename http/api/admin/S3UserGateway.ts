import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import {
  CapsAnswer,
  DeletedOnGateway,
  S3UserOnGateway,
  Suspension,
  UpdateCaps,
  UpdateQuota,
  UpdateRateLimit,
  UpdateS3UserOnGateway,
  UserQuotaType
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

export class S3UserGatewayGroup extends HttpApiGroup.make("adminS3UserGateway")
  .add(
    HttpApiEndpoint.get("get", "/s3-users/:id/gateway", {
      params,
      success: S3UserOnGateway,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.put("update", "/s3-users/:id/gateway", {
      params,
      payload: UpdateS3UserOnGateway,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("setQuota", "/s3-users/:id/quotas/:quota", {
      params: { ...params, quota: UserQuotaType },
      payload: UpdateQuota,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("setCaps", "/s3-users/:id/caps", {
      params,
      payload: UpdateCaps,
      success: CapsAnswer,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("setRateLimit", "/s3-users/:id/rate-limit", {
      params,
      payload: UpdateRateLimit,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("suspend", "/s3-users/:id/suspension", {
      params,
      payload: Suspension,
      success: S3UserOnGateway,
      error: changeErrors
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.delete("delete", "/s3-users/:id/gateway", {
      params,
      query: confirmQuery,
      success: DeletedOnGateway,
      error: [Forbidden, ...changeErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.write", "association.set"))
      .annotate(Destructive, destructive.named("RGW user", "its name"))
  )
  .prefix("/api/admin") {}
