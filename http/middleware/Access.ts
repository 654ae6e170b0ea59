import { actionOf, type Requirement } from "#api/Access.ts"
import { Api } from "#api/Api.ts"
import { AccessControl } from "#api/Middleware.ts"
import { Caller, callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentTool } from "#domain/platform/access/CurrentTool.ts"
import { type ConfirmName, ConfirmedName } from "#domain/platform/ConfirmedName.ts"
import { Conflict, Forbidden, InvalidInput, type NotFound, type RateLimited, Unauthenticated, Unavailable } from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { CurrentStepUp, stepUpRequired } from "#domain/identity/CurrentStepUp.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { stepUpActions } from "#domain/identity/StepUp.ts"
import { ApiTokens } from "#services/identity/ApiTokens.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { ShareVisits } from "#services/objects/shares/ShareVisits.ts"
import { StepUp } from "#services/identity/passkeys/StepUp.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { RequestFacts } from "../RequestFacts.ts"
import { presentedToken, sameSecret } from "../presentedToken.ts"
import { RequestId } from "../RequestId.ts"
import { identifyingCookies, readCookie } from "../sessionCookies.ts"
import { refuseCaller, refuseTransport } from "./AccessDecision.ts"
import { needsRight, refuseRight } from "./rightDecision.ts"
import { assertAccessDeclared } from "./AccessDeclared.ts"
import { hasJsonBody } from "./boundBody.ts"
import { isLargeBody, largeBodies, largeBodyRefused } from "./largeBodies.ts"
import { assertDestructionDeclared } from "./DestructionDeclared.ts"

const csrfFailed = new Forbidden({ code: "csrf_failed", detail: "X-CSRF-Token does not belong to this session" })

const sessionRequired = new Forbidden({
  code: "browser_session_required", detail: "This needs a browser session; API tokens are not accepted for it"
})

type Request = HttpServerRequest.HttpServerRequest

/** Where nothing is declared, nothing is sent: who misspells a filter must not take the answer for a filtered one. */
const takesNoQuery = Effect.flatMap(HttpServerRequest.ParsedSearchParams, (sent) => {
  const issues = Object.keys(sent).map((name) => ({ path: ["query", name], message: "Unexpected query parameter" }))
  return issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
})

const anonymous = Caller.cases.Anonymous.make({})
const nobody = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })

/** The first way of being known that works; of the refusals the first that is about something presented counts. */
const firstOf = <A>(...ways: readonly [Effect.Effect<A, Unauthenticated>, ...ReadonlyArray<Effect.Effect<A, Unauthenticated>>]) => {
  const [first, ...rest] = ways
  return rest.reduce(
    (tried, next) => Effect.catch(tried, (one) => Effect.mapError(next, (other) => one === nobody ? other : one)),
    first
  )
}

const anyName: ConfirmName = () => Effect.void

const only = (confirmed: string): ConfirmName => (thing, name) =>
  confirmed === name ? Effect.void : Effect.fail(new Conflict({
    code: "stale_plan", detail: `The ${thing} that was confirmed as “${confirmed}” is called “${name}” now. Nothing was changed.`
  }))

const carriesCookie = ({ cookies }: Request) => identifyingCookies.some((name) => (cookies[name] ?? "") !== "")

/**
 * The one place that knows callers: reads the endpoint's declaration, refuses what needs no lookup, finds the caller in
 * the database, and lets the declaration decide. Fails to build while an endpoint declares nothing, or ends something and does not
 * say how that is confirmed.
 */
export const AccessControlled = Layer.effect(AccessControl, Effect.gen(function*() {
  const settings = yield* Settings
  const sessions = yield* Sessions
  const refreshes = yield* Refreshes
  const s3Sessions = yield* S3Sessions
  const stepUp = yield* StepUp
  const audited = yield* Audited
  const apiTokens = yield* ApiTokens
  const tokens = yield* Tokens
  const limits = yield* RateLimits
  const declared = yield* assertAccessDeclared(Api)
  const destructions = yield* assertDestructionDeclared(Api)
  const rights = yield* UserRights
  const visits = yield* ShareVisits
  const inTurn = largeBodies()
  const requirements = new Map(declared.map(({ endpoint, group, requirement, tool }) => [`${group}/${endpoint}`, { requirement, tool }]))

  const authenticateInternal = Effect.fnUntraced(function*(request: Request) {
    if (Option.isNone(settings.internalToken)) {
      return yield* new Unavailable({ detail: "INTERNAL_CRON_TOKEN is not configured" })
    }
    yield* limits.take({ key: `internal/${clientNetwork((yield* CurrentOrigin).address)}`, ...rateLimits.internal })
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

  const s3SessionOf = (request: Request) =>
    Option.match(readCookie(request, "s3"), { onNone: () => Effect.fail(nobody), onSome: s3Sessions.authenticate })

  /** A living family wants its CSRF value. A used or dead value goes on to be answered, and to end what it belongs to. */
  const checkRefresh = Effect.fnUntraced(function*(request: Request) {
    const value = readCookie(request, "refresh")
    if (Option.isNone(value)) {
      const keys = yield* s3SessionOf(request)
      return csrfHolds(keys, request) ? keys : yield* csrfFailed
    }
    const family = yield* refreshes.refreshable(value.value)
    if (Option.isSome(family) && !tokens.csrfMatches(family.value.sessionId, request.headers["x-csrf-token"] ?? "")) {
      return yield* csrfFailed
    }
    return anonymous
  })

  const callerOf = (
    requirement: Requirement,
    request: Request
  ): Effect.Effect<Caller, NotFound | Unauthenticated | Forbidden | RateLimited | Unavailable, HttpRouter.RouteContext> => {
    switch (requirement._tag) {
      case "Public":
        return firstOf<Caller>(sessionOf(request), pendingOf(request), s3SessionOf(request), Effect.succeed(anonymous))
      case "Bootstrap":
        return Effect.succeed(anonymous)
      case "Refresh":
        return checkRefresh(request)
      case "PreAuth":
        return pendingOf(request)
      case "Enrolment":
        return firstOf<Caller>(pendingOf(request), sessionOf(request))
      case "Session":
        return sessionOf(request)
      case "Scoped": {
        const bearer = presentedToken(request.headers)
        if (bearer !== "") return apiTokens.authenticate(Redacted.make(bearer))
        return requirement.s3 ? firstOf<Caller>(sessionOf(request), s3SessionOf(request)) : sessionOf(request)
      }
      case "Share":
        return Effect.flatMap(HttpRouter.params, ({ token }) => visits.caller(token ?? ""))
      case "Delivery":
        return Effect.flatMap(CurrentOrigin, ({ address }) => Effect.as(limits.take({ key: `delivery/${clientNetwork(address)}`, ...rateLimits.delivery }), anonymous))
      case "Internal":
        return authenticateInternal(request)
    }
  }

  const csrfHolds = (caller: Caller, request: Request) =>
    (caller._tag === "Session" || caller._tag === "PreAuth" || caller._tag === "S3Session") &&
    tokens.csrfMatches(caller.session_id, request.headers["x-csrf-token"] ?? "")

  /** The step-up of an action: made now, or left to the service where an unchanged payload is exempt. */
  const proofOf = (requirement: Requirement, caller: Caller) => {
    const action = actionOf(requirement)
    // what declares nothing has nothing to prove: a service that asks nevertheless is refused
    if (action === null) return { now: false, demand: Effect.fail(stepUpRequired) }
    const now = stepUpActions[action].exempt === "none"
    if (caller._tag === "Session") return { now, demand: stepUp.demand(caller, action) }
    // a sign-in under way enrols its first passkey
    if (requirement._tag === "Enrolment") return { now: false, demand: Effect.fail(stepUpRequired) }
    return { now, demand: Effect.fail(sessionRequired) }
  }

  /** The comparison with what the person confirmed; a name that is given twice is refused by its schema. */
  const confirmationOf = Effect.fnUntraced(function*(id: string) {
    if (destructions.get(id)?.destruction._tag !== "Named") return anyName
    const { confirm_name: confirmed } = yield* HttpServerRequest.ParsedSearchParams
    return typeof confirmed === "string" ? only(confirmed) : anyName
  })

  return (endpointEffect, { endpoint, group }) =>
    Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = requirements.get(`${group.identifier}/${endpoint.identifier}`)
      if (found === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} declares no access`))
      const { requirement, tool } = found
      const mutation = request.method !== "GET" && request.method !== "HEAD"
      const origin = {
        requestId: yield* RequestId,
        address: Option.getOrElse(request.remoteAddress, () => ""),
        userAgent: request.headers["user-agent"] ?? ""
      }
      /** What somebody whom we know was not allowed to change is worth a line in the audit trail. */
      const noteDenial = (caller: Caller, { code, detail }: Forbidden | Conflict) =>
        caller._tag === "Anonymous" || caller._tag === "Share" || caller._tag === "Internal" || !mutation ? Effect.void : audited.noted(
          "access.denied", { type: "endpoint", id: `${endpoint.method} ${endpoint.path}`, label: null },
          { by: byCaller(caller, "auth"), message: detail, metadata: { code } }
        )
      const denied = <E extends Forbidden | Unauthenticated>(caller: Caller, refusal: E) =>
        Effect.andThen(refusal._tag === "Forbidden" ? noteDenial(caller, refusal) : Effect.void, Effect.fail(refusal))
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
        const refusal = refuseCaller(requirement, caller, { mutation, csrf: !mutation || csrfHolds(caller, request) })
        if (refusal !== null) return yield* denied(caller, refusal)
        const user = callerUser(caller)
        if (user !== null && needsRight(requirement, tool)) {
          const closed = refuseRight(requirement, tool, yield* rights.of(user.id))
          if (closed !== null) return yield* denied(caller, closed)
        }
        const proof = proofOf(requirement, caller)
        if (proof.now) yield* Effect.catch(proof.demand, (refused) => denied(caller, refused))
        return { caller, demand: proof.demand }
      }).pipe(Effect.withSpan("Access.decide"))
      const confirm = yield* confirmationOf(`${group.identifier}/${endpoint.identifier}`)
      const work = Effect.flatMap(decided, ({ caller, demand }) => {
        // refused inside the service's transaction, which takes everything written back: noted when that is over
        let refused: Forbidden | Conflict | null = null
        const notice = <E extends Forbidden | Conflict>(asked: Effect.Effect<void, E>) =>
          Effect.tapError(asked, (refusal) => Effect.sync(() => { refused = refusal }))
        const noticed = notice(demand)
        const userId = callerUser(caller)?.id ?? null
        const large = mutation && hasJsonBody(endpoint) && isLargeBody(request.headers)
        const handled = !large ? endpointEffect
          : caller._tag === "Anonymous" || caller._tag === "PreAuth" ? Effect.die(largeBodyRefused)
          : inTurn(userId === null ? clientNetwork(origin.address) : `user/${userId}`, endpointEffect)
        const known = Effect.andThen(Effect.map(RequestFacts, (facts) => { facts.userId = userId }), Effect.annotateCurrentSpan("user_id", userId))
        return known.pipe(
          // an identity provider comes back to what is public with whatever it likes
          Effect.andThen(endpoint.query === undefined && requirement._tag !== "Public" ? takesNoQuery : Effect.void),
          Effect.andThen(handled),
          Effect.ensuring(Effect.suspend(() => refused === null ? Effect.void : noteDenial(caller, refused))),
          Effect.provideService(CurrentCaller, caller),
          Effect.provideService(CurrentTool, tool),
          Effect.provideService(CurrentStepUp, noticed),
          Effect.provideService(ConfirmedName, (thing, name) => notice(confirm(thing, name))),
          Effect.annotateLogs({ route: endpoint.path, ...(userId === null ? {} : { user_id: userId }) })
        )
      })
      return yield* Effect.provideService(work, CurrentOrigin, origin)
    })
}))
