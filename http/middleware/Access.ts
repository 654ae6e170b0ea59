import type { Requirement } from "#api/Access.ts"
import { Api } from "#api/Api.ts"
import { AccessControl } from "#api/Middleware.ts"
import { Caller, callerUser, CurrentCaller } from "#domain/Caller.ts"
import { Forbidden, type RateLimited, Unauthenticated, Unavailable } from "#domain/Errors.ts"
import { rateLimits } from "#domain/RateLimit.ts"
import { CurrentOrigin } from "#domain/RequestOrigin.ts"
import { ApiTokens } from "#services/access/ApiTokens.ts"
import { RateLimits } from "#services/access/RateLimits.ts"
import { Sessions } from "#services/access/Sessions.ts"
import { Tokens } from "#services/access/Tokens.ts"
import { Settings } from "#services/settings/Settings.ts"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { presentedToken, sameSecret } from "../presentedToken.ts"
import { RequestId } from "../RequestId.ts"
import { identifyingCookies, readCookie } from "../sessionCookies.ts"
import { refuseCaller, refuseTransport } from "./AccessDecision.ts"
import { assertAccessDeclared } from "./AccessDeclared.ts"

type Request = HttpServerRequest.HttpServerRequest

const anonymous = Caller.cases.Anonymous.make({})
const nobody = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })

const carriesCookie = ({ cookies }: Request) => identifyingCookies.some((name) => (cookies[name] ?? "") !== "")

/**
 * The one place that knows callers: reads the endpoint's declaration, refuses what needs no lookup, finds the caller in
 * the database, and lets the declaration decide. Fails to build while an endpoint declares nothing.
 */
export const AccessControlled = Layer.effect(AccessControl, Effect.gen(function*() {
  const settings = yield* Settings
  const sessions = yield* Sessions
  const apiTokens = yield* ApiTokens
  const tokens = yield* Tokens
  const limits = yield* RateLimits
  const declared = yield* assertAccessDeclared(Api)
  const requirements = new Map(declared.map(({ endpoint, group, requirement }) => [`${group}/${endpoint}`, requirement]))

  const authenticateInternal = Effect.fnUntraced(function*(request: Request) {
    if (Option.isNone(settings.internalToken)) {
      return yield* new Unavailable({ detail: "INTERNAL_CRON_TOKEN is not configured" })
    }
    yield* limits.take({ key: `internal/${(yield* CurrentOrigin).address}`, ...rateLimits.internal })
    const presented = request.headers["x-internal-token"] ?? ""
    if (!sameSecret(presented, Redacted.value(settings.internalToken.value))) return yield* nobody
    return Caller.cases.Internal.make({})
  })

  const sessionOf = (request: Request) =>
    Option.match(readCookie(request, "access"), { onNone: () => Effect.fail(nobody), onSome: sessions.authenticate })

  const pendingOf = (request: Request) =>
    Option.match(readCookie(request, "preAuth"), {
      onNone: () => Effect.fail(nobody),
      onSome: sessions.authenticatePending
    })

  /** A living family wants its CSRF value. A used or dead value goes on to be answered, and to end what it belongs to. */
  const checkRefresh = Effect.fnUntraced(function*(request: Request) {
    const value = readCookie(request, "refresh")
    if (Option.isNone(value)) return yield* nobody
    const family = yield* sessions.refreshable(value.value)
    if (Option.isSome(family) && !tokens.csrfMatches(family.value.sessionId, request.headers["x-csrf-token"] ?? "")) {
      return yield* new Forbidden({ code: "csrf_failed", detail: "X-CSRF-Token does not belong to this session" })
    }
    return anonymous
  })

  const callerOf = (
    requirement: Requirement,
    request: Request
  ): Effect.Effect<Caller, Unauthenticated | Forbidden | RateLimited | Unavailable> => {
    switch (requirement._tag) {
      case "Public":
        return Effect.catchTag(sessionOf(request), "Unauthenticated", () =>
          Effect.catchTag(pendingOf(request), "Unauthenticated", () => Effect.succeed(anonymous)))
      case "Bootstrap":
        return Effect.succeed(anonymous)
      case "Refresh":
        return checkRefresh(request)
      case "PreAuth":
        return Effect.catchTag(pendingOf(request), "Unauthenticated", () => sessionOf(request))
      case "Session":
        return sessionOf(request)
      case "Scoped": {
        const bearer = presentedToken(request.headers)
        return bearer === "" ? sessionOf(request) : apiTokens.authenticate(Redacted.make(bearer))
      }
      case "Internal":
        return authenticateInternal(request)
    }
  }

  const csrfHolds = (caller: Caller, request: Request) =>
    (caller._tag === "Session" || caller._tag === "PreAuth") &&
    tokens.csrfMatches(caller.session_id, request.headers["x-csrf-token"] ?? "")

  return (endpointEffect, { endpoint, group }) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const requirement = requirements.get(`${group.identifier}/${endpoint.identifier}`)
      if (requirement === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} declares no access`))
      const mutation = request.method !== "GET" && request.method !== "HEAD"
      const origin = {
        requestId: yield* RequestId,
        address: Option.getOrElse(request.remoteAddress, () => ""),
        userAgent: request.headers["user-agent"] ?? ""
      }
      const decided = Effect.gen(function*() {
        const outOfPlace = refuseTransport(requirement, {
          mutation,
          origin: request.headers["origin"] ?? null,
          expectedOrigin: settings.publicOrigin,
          cookies: carriesCookie(request),
          bearer: request.headers["authorization"] !== undefined
        })
        if (outOfPlace !== null) return yield* outOfPlace
        const caller = yield* callerOf(requirement, request)
        const refusal = refuseCaller(requirement, caller, { mutation, csrf: csrfHolds(caller, request) })
        if (refusal !== null) return yield* refusal
        return caller
      }).pipe(Effect.withSpan("Access.decide"))
      const work = Effect.flatMap(decided, (caller) =>
        Effect.annotateCurrentSpan("user_id", callerUser(caller)?.id ?? null).pipe(
          Effect.andThen(endpointEffect),
          Effect.provideService(CurrentCaller, caller)
        ))
      return yield* Effect.provideService(work, CurrentOrigin, origin)
    })
}))
