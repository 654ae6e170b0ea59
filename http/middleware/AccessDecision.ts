import { Requirement } from "#api/Access.ts"
import type { Caller, UiRole } from "#domain/platform/access/Caller.ts"
import { BadRequest, Forbidden, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { scopeDomain, type Scope } from "#domain/platform/access/Scope.ts"

export interface PresentedCredentials {
  readonly mutation: boolean
  readonly origin: string | null
  readonly expectedOrigin: string
  readonly cookies: boolean
  readonly bearer: boolean
}

const forbidden = (code: Forbidden["code"], detail: string) => new Forbidden({ code, detail })

export const refuseTransport = (
  requirement: Requirement,
  presented: PresentedCredentials
): BadRequest | Forbidden | null => {
  if (presented.cookies && presented.bearer) {
    return new BadRequest({
      code: "ambiguous_credentials",
      detail: "Send a session cookie or a Bearer token, not both"
    })
  }
  if (presented.bearer && (requirement._tag === "Session" || requirement._tag === "Enrolment")) {
    return forbidden("browser_session_required", "This needs a browser session; API tokens are not accepted")
  }
  if (presented.bearer && requirement._tag !== "Scoped") {
    return forbidden("scope_not_mapped", "API tokens are not accepted here")
  }
  const fromBrowser =
    presented.cookies ||
    (requirement._tag !== "Scoped" && requirement._tag !== "Internal" && requirement._tag !== "Delivery")
  if (presented.mutation && fromBrowser && presented.origin !== presented.expectedOrigin) {
    return forbidden("origin_mismatch", "The Origin header must name this console")
  }
  return null
}

const notSignedIn = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })
const badCsrf = forbidden("csrf_failed", "X-CSRF-Token does not belong to this session")
const wrongRole = forbidden("forbidden", "Your role does not allow this")

const mayAct = (role: UiRole, roles: ReadonlyArray<UiRole> | null) => roles === null || roles.includes(role)

const hasWorkspace = (role: UiRole, scope: Scope) => role !== "ui_none" || scopeDomain(scope) === "profile"

export const refuseCaller = (
  requirement: Requirement,
  caller: Caller,
  request: { readonly mutation: boolean; readonly csrf: boolean }
): Forbidden | Unauthenticated | null => {
  const forged = request.mutation && !request.csrf
  return Requirement.match(requirement, {
    Public: () => null,
    Bootstrap: () => null,
    // the refresh cookie identifies no caller: the middleware checks the family's CSRF value
    Refresh: () => null,
    PreAuth: () => {
      if (caller._tag !== "PreAuth") return notSignedIn
      return forged ? badCsrf : null
    },
    Enrolment: () => {
      if (caller._tag !== "PreAuth" && caller._tag !== "Session") return notSignedIn
      return forged ? badCsrf : null
    },
    Session: ({ roles }) => {
      if (caller._tag !== "Session") return notSignedIn
      if (forged) return badCsrf
      return mayAct(caller.user.role, roles) ? null : wrongRole
    },
    Scoped: ({ roles, s3, scope }) => {
      if (caller._tag === "S3Session" && s3) return forged ? badCsrf : null
      if (caller._tag !== "Session" && caller._tag !== "Token") return notSignedIn
      if (caller._tag === "Session" && forged) return badCsrf
      if (caller._tag === "Token" && !caller.scopes.includes(scope)) {
        return forbidden("insufficient_scope", `This token lacks the scope ${scope}`)
      }
      if (!mayAct(caller.user.role, roles)) return wrongRole
      return hasWorkspace(caller.user.role, scope)
        ? null
        : forbidden("workspace_unavailable", "No workspace is open to you yet: ask an administrator")
    },
    Share: () => (caller._tag === "Share" ? null : notSignedIn),
    Delivery: () => null,
    Internal: () => (caller._tag === "Internal" ? null : notSignedIn)
  })
}
