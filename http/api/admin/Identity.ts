import { Removed } from "#domain/platform/Removed.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { commaSeparated } from "#domain/platform/Filters.ts"
import { cursorPageOf, cursorQuery } from "#domain/platform/Cursor.ts"
import { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { LinkRequest, LinkRequestPosition, LinkRequestStatus } from "#domain/identity/federation/IdentityLink.ts"
import { SessionPosition } from "#domain/identity/sessions/SessionPosition.ts"
import { SessionInfo, sessionKinds } from "#domain/identity/SecurityView.ts"
import { AuthenticationSettings } from "#domain/identity/UiUser.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { SearchText } from "#domain/platform/Text.ts"

const request = { request_id: RowId }
const session = { session_id: Schema.String.check(Schema.isUUID()) }

export class IdentityGroup extends HttpApiGroup.make("adminIdentity")
  .add(
    HttpApiEndpoint.get("linkRequests", "/identity/link-requests", {
      query: { ...cursorQuery(LinkRequestPosition), status: Schema.optionalKey(LinkRequestStatus) },
      success: cursorPageOf(LinkRequest).annotate({ identifier: "LinkRequestPage" }),
      error: InvalidInput
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.get("linkRequest", "/identity/link-requests/:request_id", {
      params: request,
      success: LinkRequest,
      error: NotFound
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.post("approveLink", "/identity/link-requests/:request_id/approve", {
      params: request,
      query: confirmQuery,
      success: LinkRequest,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("identity_link.approve"))
      .annotate(Destructive, destructive.named("account of this link request", "its e-mail address")),
    HttpApiEndpoint.post("rejectLink", "/identity/link-requests/:request_id/reject", {
      params: request,
      query: confirmQuery,
      success: LinkRequest,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession())
      .annotate(Destructive, destructive.named("account of this link request", "its e-mail address")),
    HttpApiEndpoint.get("sessions", "/identity/sessions", {
      query: {
        ...cursorQuery(SessionPosition),
        search: Schema.optionalKey(SearchText),
        kind: Schema.optionalKey(commaSeparated(sessionKinds))
      },
      success: cursorPageOf(SessionInfo).annotate({ identifier: "SessionInfoPage" }),
      error: InvalidInput
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.get("session", "/identity/sessions/:session_id", {
      params: session,
      success: SessionInfo,
      error: NotFound
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.delete("revokeSession", "/identity/sessions/:session_id", {
      params: session,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession())
      .annotate(
        Destructive,
        destructive.named("session", "its owner’s e-mail address, or the access key as it is shown")
      ),
    HttpApiEndpoint.get("settings", "/settings/authentication", { success: AuthenticationSettings }).annotate(
      RequiredAccess,
      access.adminSession()
    ),
    HttpApiEndpoint.put("updateSettings", "/settings/authentication", {
      payload: AuthenticationSettings,
      success: AuthenticationSettings,
      error: [Forbidden, Conflict, InvalidInput]
    }).annotate(RequiredAccess, access.superadminSession("authentication_settings.update"))
  )
  .prefix("/api/admin") {}
