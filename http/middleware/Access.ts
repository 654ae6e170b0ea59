import { stepUpActionOf, type Requirement } from "#api/Access.ts"
import { Api } from "#api/Api.ts"
import { AccessControl } from "#api/Middleware.ts"
import { Caller, callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentTool } from "#domain/platform/access/CurrentTool.ts"
import { type ConfirmName, ConfirmedName } from "#domain/platform/ConfirmedName.ts"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  type NotFound,
  type RateLimited,
  Unauthenticated,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
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
import { Effect, Layer, Option, Redacted, type Schema, SchemaAST } from "effect"
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
  code: "browser_session_required",
  detail: "This needs a browser session; API tokens are not accepted for it"
})

type Request = HttpServerRequest.HttpServerRequest

/** A schema without fields lets every parameter through. */
const takesNoQuery = (query: Schema.Top | undefined): boolean =>
  query === undefined || (SchemaAST.isObjects(query.ast) && query.ast.propertySignatures.length === 0)

/** A misspelt filter must not return unfiltered data. */
const rejectQuery = Effect.flatMap(HttpServerRequest.ParsedSearchParams, (sent) => {
  const issues = Object.keys(sent).map((name) => ({ path: ["query", name], message: "Unexpected query parameter" }))
  return issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
})

const anonymous = Caller.cases.Anonymous.make({})
const notSignedIn = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })

const firstOf = <A>(
  ...attempts: readonly [Effect.Effect<A, Unauthenticated>, ...ReadonlyArray<Effect.Effect<A, Unauthenticated>>]
) => {
  const [first, ...rest] = attempts
  return rest.reduce(
    (previous, next) =>
      Effect.catch(previous, (one) => Effect.mapError(next, (other) => (one === notSignedIn ? other : one))),
    first
  )
}

const anyName: ConfirmName = () => Effect.void

const requireName =
  (confirmed: string): ConfirmName =>
  (thing, name) =>
    confirmed === name
      ? Effect.void
      : Effect.fail(
          new Conflict({
            code: "stale_plan",
            detail: `The ${thing} that was confirmed as “${confirmed}” is called “${name}” now. Nothing was changed.`
          })
        )

const carriesCookie = ({ cookies }: Request) => identifyingCookies.some((name) => (cookies[name] ?? "") !== "")

export const AccessControlled = Layer.effect(
  AccessControl,
  Effect.gen(function* () {
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
    const largeBodyQueue = largeBodies()
    const requirements = new Map(
      declared.map(({ endpoint, group, requirement, tool }) => [`${group}/${endpoint}`, { requirement, tool }])
    )

    const authenticateInternal = Effect.fnUntraced(function* (request: Request) {
      if (Option.isNone(settings.internalToken)) {
        return yield* new Unavailable({ detail: "INTERNAL_CRON_TOKEN is not configured" })
      }
      yield* limits.take({ key: `internal/${clientNetwork((yield* CurrentOrigin).address)}`, ...rateLimits.internal })
      const presented = request.headers["x-internal-token"] ?? ""
      if (!sameSecret(presented, Redacted.value(settings.internalToken.value))) return yield* notSignedIn
      return Caller.cases.Internal.make({})
    })

    const sessionOf = (request: Request) =>
      Option.match(readCookie(request, "access"), {
        onNone: () => Effect.fail(notSignedIn),
        onSome: sessions.authenticate
      })

    const pendingOf = (request: Request) =>
      Option.match(readCookie(request, "preAuth"), {
        onNone: () => Effect.fail(notSignedIn),
        onSome: sessions.authenticatePending
      })

    const s3SessionOf = (request: Request) =>
      Option.match(readCookie(request, "s3"), {
        onNone: () => Effect.fail(notSignedIn),
        onSome: s3Sessions.authenticate
      })

    /** Used or invalid values continue, to be answered and to end their session. */
    const checkRefresh = Effect.fnUntraced(function* (request: Request) {
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
    ): Effect.Effect<
      Caller,
      NotFound | Unauthenticated | Forbidden | RateLimited | Unavailable,
      HttpRouter.RouteContext
    > => {
      switch (requirement._tag) {
        case "Public":
          return firstOf<Caller>(
            sessionOf(request),
            pendingOf(request),
            s3SessionOf(request),
            Effect.succeed(anonymous)
          )
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
          return Effect.flatMap(CurrentOrigin, ({ address }) =>
            Effect.as(limits.take({ key: `delivery/${clientNetwork(address)}`, ...rateLimits.delivery }), anonymous)
          )
        case "Internal":
          return authenticateInternal(request)
      }
    }

    const csrfHolds = (caller: Caller, request: Request) =>
      (caller._tag === "Session" || caller._tag === "PreAuth" || caller._tag === "S3Session") &&
      tokens.csrfMatches(caller.session_id, request.headers["x-csrf-token"] ?? "")

    const proofOf = (requirement: Requirement, caller: Caller) => {
      const action = stepUpActionOf(requirement)
      // an endpoint without an action cannot satisfy a service that demands step-up
      if (action === null) return { now: false, demand: Effect.fail(stepUpRequired) }
      const now = stepUpActions[action].exempt === "none"
      if (caller._tag === "Session") return { now, demand: stepUp.demand(caller, action) }
      // a pending sign-in enrols its first passkey without step-up
      if (requirement._tag === "Enrolment") return { now: false, demand: Effect.fail(stepUpRequired) }
      return { now, demand: Effect.fail(sessionRequired) }
    }

    const confirmationOf = Effect.fnUntraced(function* (id: string) {
      if (destructions.get(id)?.destruction._tag !== "Named") return anyName
      const { confirm_name: confirmed } = yield* HttpServerRequest.ParsedSearchParams
      return typeof confirmed === "string" ? requireName(confirmed) : anyName
    })

    return (endpointEffect, { endpoint, group }) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const declaration = requirements.get(`${group.identifier}/${endpoint.identifier}`)
        if (declaration === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} declares no access`))
        const { requirement, tool } = declaration
        const mutation = request.method !== "GET" && request.method !== "HEAD"
        const origin = {
          requestId: yield* RequestId,
          address: Option.getOrElse(request.remoteAddress, () => ""),
          userAgent: request.headers["user-agent"] ?? ""
        }
        const noteDenial = (caller: Caller, { code, detail }: Forbidden | Conflict) =>
          caller._tag === "Anonymous" || caller._tag === "Share" || caller._tag === "Internal" || !mutation
            ? Effect.void
            : audited.noted(
                "access.denied",
                { type: "endpoint", id: `${endpoint.method} ${endpoint.path}`, label: null },
                { by: byCaller(caller, "auth"), message: detail, metadata: { code } }
              )
        const failDenied = <E extends Forbidden | Unauthenticated>(caller: Caller, refusal: E) =>
          Effect.andThen(refusal._tag === "Forbidden" ? noteDenial(caller, refusal) : Effect.void, Effect.fail(refusal))
        const decision = Effect.gen(function* () {
          const transportRefusal = refuseTransport(requirement, {
            mutation,
            origin: request.headers["origin"] ?? null,
            expectedOrigin: settings.publicOrigin,
            cookies: carriesCookie(request),
            bearer: request.headers["authorization"] !== undefined
          })
          if (transportRefusal !== null) return yield* transportRefusal
          const caller = yield* callerOf(requirement, request)
          const refusal = refuseCaller(requirement, caller, { mutation, csrf: !mutation || csrfHolds(caller, request) })
          if (refusal !== null) return yield* failDenied(caller, refusal)
          const user = callerUser(caller)
          if (user !== null && needsRight(requirement, tool)) {
            const rightRefusal = refuseRight(requirement, tool, yield* rights.of(user.id))
            if (rightRefusal !== null) return yield* failDenied(caller, rightRefusal)
          }
          const proof = proofOf(requirement, caller)
          if (proof.now) yield* Effect.catch(proof.demand, (refused) => failDenied(caller, refused))
          return { caller, demand: proof.demand }
        }).pipe(Effect.withSpan("Access.decide"))
        const confirm = yield* confirmationOf(`${group.identifier}/${endpoint.identifier}`)
        const work = Effect.flatMap(decision, ({ caller, demand }) => {
          let refused: Forbidden | Conflict | null = null
          const rememberRefusal = <E extends Forbidden | Conflict>(check: Effect.Effect<void, E>) =>
            Effect.tapError(check, (refusal) =>
              Effect.sync(() => {
                refused = refusal
              })
            )
          const stepUpDemand = rememberRefusal(demand)
          const userId = callerUser(caller)?.id ?? null
          const isLarge = mutation && hasJsonBody(endpoint) && isLargeBody(request.headers)
          const handler = !isLarge
            ? endpointEffect
            : caller._tag === "Anonymous" || caller._tag === "PreAuth"
              ? Effect.die(largeBodyRefused)
              : largeBodyQueue(userId === null ? clientNetwork(origin.address) : `user/${userId}`, endpointEffect)
          const recordUser = Effect.andThen(
            Effect.map(RequestFacts, (facts) => {
              facts.userId = userId
            }),
            Effect.annotateCurrentSpan("user_id", userId)
          )
          return recordUser.pipe(
            // identity providers may add any parameter to a callback
            Effect.andThen(takesNoQuery(endpoint.query) && requirement._tag !== "Public" ? rejectQuery : Effect.void),
            Effect.andThen(handler),
            Effect.ensuring(Effect.suspend(() => (refused === null ? Effect.void : noteDenial(caller, refused)))),
            Effect.provideService(CurrentCaller, caller),
            Effect.provideService(CurrentTool, tool),
            Effect.provideService(CurrentStepUp, stepUpDemand),
            Effect.provideService(ConfirmedName, (thing, name) => rememberRefusal(confirm(thing, name))),
            Effect.annotateLogs({ route: endpoint.path, ...(userId === null ? {} : { user_id: userId }) })
          )
        })
        return yield* Effect.provideService(work, CurrentOrigin, origin)
      })
  })
)
