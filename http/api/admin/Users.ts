import { Removed } from "#domain/platform/Removed.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { Invitation } from "#domain/identity/Invitation.ts"
import { AddIdentity } from "#domain/identity/federation/IdentityLink.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { UserSecurity } from "#domain/identity/SecurityView.ts"
import {
  CreateUiUser,
  SetPassword,
  UiUser,
  uiUserFilters,
  UiUserPage,
  uiUserSortKeys,
  UiUserSummary,
  UpdateUiUser
} from "#domain/identity/UiUser.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { AnswersSecret } from "../AnswersSecret.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { user_id: RowId }
const identity = { ...params, identity_id: RowId }
const person = destructive.named("console user", "their e-mail address")

export class UsersGroup extends HttpApiGroup.make("adminUsers")
  .add(
    HttpApiEndpoint.get("list", "/users", {
      query: { ...pageQuery(uiUserSortKeys), ...uiUserFilters },
      success: UiUserPage
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("minimal", "/users/minimal", { success: Schema.Array(UiUserSummary) }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("get", "/users/:user_id", { params, success: UiUser, error: NotFound }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.post("create", "/users", {
      payload: CreateUiUser,
      success: UiUser.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, Conflict]
    }).annotate(RequiredAccess, access.adminSession("ui_user.create")),
    HttpApiEndpoint.put("update", "/users/:user_id", {
      params,
      payload: UpdateUiUser,
      success: UiUser,
      error: [InvalidInput, NotFound, Forbidden, Conflict]
    }).annotate(RequiredAccess, access.adminSession("ui_user.update")),
    HttpApiEndpoint.delete("remove", "/users/:user_id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("ui_user.delete"))
      .annotate(Destructive, person),
    HttpApiEndpoint.get("security", "/users/:user_id/security", {
      params,
      success: UserSecurity,
      error: NotFound
    }).annotate(RequiredAccess, access.adminSession()),
    HttpApiEndpoint.post("resetMfa", "/users/:user_id/reset-mfa", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("mfa.reset"))
      .annotate(Destructive, person),
    HttpApiEndpoint.put("setPassword", "/users/:user_id/password", {
      params,
      payload: SetPassword,
      success: HttpApiSchema.NoContent,
      error: [InvalidInput, NotFound, Forbidden]
    }).annotate(RequiredAccess, access.adminSession("password.set")),
    HttpApiEndpoint.post("invite", "/users/:user_id/invitation", {
      params,
      success: Invitation,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("ui_user.invite"))
      .annotate(AnswersSecret, true),
    HttpApiEndpoint.delete("revokeInvitation", "/users/:user_id/invitation", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden]
    })
      .annotate(RequiredAccess, access.adminSession())
      .annotate(Destructive, destructive.itself("a new invitation replaces it at any time")),
    HttpApiEndpoint.post("revokeSessions", "/users/:user_id/revoke-sessions", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession())
      .annotate(Destructive, person),
    HttpApiEndpoint.post("addIdentity", "/users/:user_id/identities", {
      params,
      payload: AddIdentity,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden, Conflict, InvalidInput]
    }).annotate(RequiredAccess, access.adminSession("external_identity.add")),
    HttpApiEndpoint.post("revokeIdentity", "/users/:user_id/identities/:identity_id/revoke", {
      params: identity,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("external_identity.revoke"))
      .annotate(Destructive, person),
    HttpApiEndpoint.post("restoreIdentity", "/users/:user_id/identities/:identity_id/restore", {
      params: identity,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden, Conflict]
    }).annotate(RequiredAccess, access.adminSession("external_identity.restore"))
  )
  .prefix("/api/admin") {}
