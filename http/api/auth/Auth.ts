import {
  FirstAdministrator,
  LdapLoginInput,
  LoginInput,
  OidcStarted,
  OidcStartInput,
  SessionsEnded,
  SessionView,
  SignInProvider,
  SignInStep
} from "#domain/identity/signin/Authentication.ts"
import {
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  StorageError,
  StorageTimeout,
  Unauthenticated,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { ProviderId } from "#domain/identity/federation/Federation.ts"
import { AcceptInvitation } from "#domain/identity/Invitation.ts"
import { S3LoginInput } from "#domain/identity/signin/S3SignIn.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

const provider = { provider_id: ProviderId }

export class AuthGroup extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.get("session", "/session", { success: SessionView }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.get("providers", "/providers", { success: Schema.Array(SignInProvider) }).annotate(
      RequiredAccess,
      access.public
    ),
    HttpApiEndpoint.post("login", "/login", {
      payload: LoginInput,
      success: SignInStep,
      error: [Unauthenticated, RateLimited]
    }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.post("loginS3", "/login/s3", {
      payload: S3LoginInput,
      success: SignInStep,
      error: [Unauthenticated, Forbidden, InvalidInput, RateLimited, StorageError, StorageTimeout, Unavailable]
    }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.post("loginLdap", "/login/ldap/:provider_id", {
      params: provider,
      payload: LdapLoginInput,
      success: SignInStep,
      error: [Unauthenticated, Forbidden, NotFound, RateLimited, Unavailable]
    }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.post("oidcStart", "/oidc/:provider_id/start", {
      params: provider,
      payload: OidcStartInput,
      success: OidcStarted,
      error: [NotFound, RateLimited, Unavailable]
    }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.get("oidcCallback", "/oidc/:provider_id/callback", {
      params: provider,
      success: HttpApiSchema.Empty(303)
    })
      .annotate(RequiredAccess, access.public)
      .annotate(HttpApi.ParseOptions, {}),
    HttpApiEndpoint.post("refresh", "/refresh", {
      success: SignInStep,
      error: [Unauthenticated, RateLimited]
    }).annotate(RequiredAccess, access.refresh),
    HttpApiEndpoint.post("logout", "/logout", { success: HttpApiSchema.NoContent }).annotate(
      RequiredAccess,
      access.refresh
    ),
    HttpApiEndpoint.post("logoutAll", "/logout-all", { success: HttpApiSchema.NoContent }).annotate(
      RequiredAccess,
      access.session()
    ),
    HttpApiEndpoint.post("logoutOthers", "/logout-others", { success: SessionsEnded }).annotate(
      RequiredAccess,
      access.session()
    ),
    HttpApiEndpoint.post("acceptInvitation", "/invitation/accept", {
      payload: AcceptInvitation,
      success: SignInStep,
      error: [InvalidInput, Unauthenticated, RateLimited]
    }).annotate(RequiredAccess, access.public),
    HttpApiEndpoint.post("bootstrap", "/bootstrap", {
      payload: FirstAdministrator,
      success: SignInStep,
      error: [InvalidInput, Unauthenticated, Forbidden, RateLimited]
    }).annotate(RequiredAccess, access.bootstrap)
  )
  .prefix("/api/auth") {}
