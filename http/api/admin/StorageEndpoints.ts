import { Removed } from "#domain/platform/Removed.ts"
import { RowId } from "#domain/platform/RowId.ts"
import {
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import {
  CreateStorageEndpoint,
  DetectedFeatures,
  DetectFeatures,
  StorageEndpoint,
  UpdateStorageEndpoint
} from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { SandboxAccess } from "#domain/gateways/endpoints/SandboxAccess.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const params = { id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

/** Any host is accepted: only administrators have access. */
export class StorageEndpointsGroup extends HttpApiGroup.make("adminStorageEndpoints")
  .add(
    HttpApiEndpoint.get("list", "/storage-endpoints", { success: Schema.Array(StorageEndpoint) }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.post("create", "/storage-endpoints", {
      payload: CreateStorageEndpoint,
      success: StorageEndpoint.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.post("detectFeatures", "/storage-endpoints/detect-features", {
      payload: DetectFeatures,
      success: DetectedFeatures,
      error: [InvalidInput, NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.get("get", "/storage-endpoints/:id", {
      params,
      success: StorageEndpoint,
      error: NotFound
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.put("update", "/storage-endpoints/:id", {
      params,
      payload: UpdateStorageEndpoint,
      success: StorageEndpoint,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.delete("remove", "/storage-endpoints/:id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(Destructive, destructive.named("storage endpoint", "its name")),
    /** The only readable secret: the sandbox is for trials and listens on this machine only. */
    HttpApiEndpoint.get("sandboxKeys", "/storage-endpoints/:id/sandbox-keys", {
      params,
      success: SandboxAccess,
      error: NotFound
    })
      .annotate(RequiredAccess, access.superadminSession())
      .annotate(AnswersSecret, true)
  )
  .prefix("/api/admin") {}
