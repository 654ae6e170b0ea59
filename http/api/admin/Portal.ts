import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PortalSettings, UpdatePortalSettings } from "#domain/iam/portal/PortalState.ts"
import { SetStatusNote, StorageStatus } from "#domain/iam/portal/StorageStatus.ts"
import { Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"

const params = { id: RowId }

export class AdminPortalGroup extends HttpApiGroup.make("adminPortal")
  .add(
    HttpApiEndpoint.get("settings", "/accounts/:id/portal-settings", {
      params,
      success: PortalSettings,
      error: NotFound
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, "Override of the account, and each effective value with its source."),
    HttpApiEndpoint.put("updateSettings", "/accounts/:id/portal-settings", {
      params,
      payload: UpdatePortalSettings,
      success: PortalSettings,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(OpenApi.Description, "Replaces the override; `null` removes it, absent fields inherit."),
    HttpApiEndpoint.get("status", "/storage-endpoints/:id/status", {
      params,
      success: StorageStatus,
      error: NotFound
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, "Status page of the Portal for this endpoint."),
    HttpApiEndpoint.put("setStatusNote", "/storage-endpoints/:id/status-note", {
      params,
      payload: SetStatusNote,
      success: StorageStatus,
      error: NotFound
    })
      .annotate(RequiredAccess, access.admin("admin.write"))
      .annotate(OpenApi.Description, "Note on the status page of the Portal; `null` removes it.")
  )
  .prefix("/api/admin") {}
