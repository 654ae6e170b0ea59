import { FirstAdministrator, LoginInput, SessionView, SignInProvider, SignInStep } from "#domain/Authentication.ts"
import { Forbidden, RateLimited, Unauthenticated } from "#domain/Errors.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"

/** Signing in and out. Access and refresh values travel in cookies, never in bodies. */
export class AuthGroup extends HttpApiGroup.make("auth").add(
  HttpApiEndpoint.get("session", "/session", { success: SessionView }).annotate(RequiredAccess, access.public),
  HttpApiEndpoint.get("providers", "/providers", { success: Schema.Array(SignInProvider) })
    .annotate(RequiredAccess, access.public),
  HttpApiEndpoint.post("login", "/login", {
    payload: LoginInput,
    success: SignInStep,
    error: [Unauthenticated, RateLimited]
  }).annotate(RequiredAccess, access.public),
  HttpApiEndpoint.post("refresh", "/refresh", {
    success: SignInStep,
    error: [Unauthenticated, RateLimited]
  }).annotate(RequiredAccess, access.refresh),
  HttpApiEndpoint.post("logout", "/logout", { success: HttpApiSchema.NoContent })
    .annotate(RequiredAccess, access.refresh),
  HttpApiEndpoint.post("logoutAll", "/logout-all", { success: HttpApiSchema.NoContent })
    .annotate(RequiredAccess, access.session),
  HttpApiEndpoint.post("bootstrap", "/bootstrap", {
    payload: FirstAdministrator,
    success: SignInStep,
    error: [Unauthenticated, Forbidden, RateLimited]
  }).annotate(RequiredAccess, access.bootstrap)
).prefix("/api/auth") {}
