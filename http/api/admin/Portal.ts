import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PortalSettings, UpdatePortalSettings } from "#domain/iam/portal/PortalState.ts"
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
      .annotate(OpenApi.Description, "Replaces the override; `null` removes it, absent fields inherit.")
  )
  .prefix("/api/admin") {}
