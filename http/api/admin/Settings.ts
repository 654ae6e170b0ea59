import { Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  ApplicationSettings,
  SettingsEvent,
  TestEmailReport,
  UpdateApplicationSettings
} from "#domain/identity/application/ApplicationSettings.ts"
import { Conflict, Forbidden, InvalidInput, RateLimited } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"

export const SettingsFrame = SettingsEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "SettingsFrame" })
export type SettingsFrame = typeof SettingsFrame.Type

export class SettingsGroup extends HttpApiGroup.make("adminSettings")
  .add(
    HttpApiEndpoint.get("get", "/settings", { success: ApplicationSettings }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.put("update", "/settings", {
      payload: UpdateApplicationSettings,
      success: ApplicationSettings,
      error: [Forbidden, Conflict, InvalidInput]
    }).annotate(RequiredAccess, access.superadminSession("authentication_settings.update")),
    HttpApiEndpoint.get("stream", "/settings/stream", { success: HttpApiSchema.StreamSse({ events: SettingsFrame }) })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "The version of the settings: at once and after each change. The stream stays open."
      ),
    HttpApiEndpoint.post("testEmail", "/settings/quota-notifications/test-email", {
      success: TestEmailReport,
      error: [Conflict, RateLimited]
    }).annotate(RequiredAccess, access.superadminSession())
  )
  .prefix("/api/admin") {}
