import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { expect } from "vitest"
import type { Requirement } from "#api/Access.ts"
import { ScopeRequirement } from "#domain/accounts/scope/RequestScope.ts"
import { type StepUpAction, stepUpActions } from "#domain/identity/StepUp.ts"
import { Api } from "#api/Api.ts"
import { assertAccessDeclared, type DeclaredAccess } from "#http/middleware/AccessDeclared.ts"
import { assertScopesDeclared } from "#http/middleware/ScopeDeclared.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { firstAdministrator } from "../support/firstAdministrator.ts"
import { WholeService } from "../support/WholeService.ts"
import { addressOf, mutates } from "./addressOf.ts"

const as = (roles: ReadonlyArray<string> | null) => (roles === null ? "" : ` as ${roles.join(" or ")}`)

const proving = (action: StepUpAction | null) => {
  if (action === null) return ""
  const { exempt, proof } = stepUpActions[action]
  return `, ${proof} step-up for ${action}${exempt === "none" ? "" : ` unless ${exempt.replaceAll("_", " ")}`}`
}

const words = (requirement: Requirement): string => {
  switch (requirement._tag) {
    case "Session":
      return `session${as(requirement.roles)}${proving(requirement.action)}`
    case "Enrolment":
      return `pending sign-in, or session${proving(requirement.action)}`
    case "Scoped":
      return (
        `session or token with ${requirement.scope}${requirement.s3 ? " or S3 session" : ""}${as(requirement.roles)}` +
        (requirement.action === null ? "" : `${proving(requirement.action)}, which tokens may not do`)
      )
    case "Share":
      return requirement.password ? "link of ours, with its password" : "link of ours"
    default:
      return requirement._tag.toLowerCase()
  }
}

const scopeWords = (scope: ScopeRequirement): string =>
  ScopeRequirement.match(scope, {
    Context: ({ workspace }) => `, in a context of ${workspace}`,
    Endpoint: () => ", on one endpoint",
    Contexts: () => ", on all contexts that the caller manages",
    Portal: () => ", on one account of the Portal",
    Installation: () => ""
  })

interface Sent {
  readonly cookie?: boolean
  readonly origin?: string
  readonly csrf?: "right" | "wrong"
  readonly bearer?: string
}

const attacker = Effect.gen(function* () {
  const { publicOrigin } = yield* Settings
  const admin = yield* firstAdministrator
  const session = yield* (yield* Sessions).open(admin, null)
  const pending = yield* (yield* Sessions).openPending(admin, "webauthn_authentication")
  const browsers = {
    session: {
      cookie:
        `${cookieNames.access}=${Redacted.value(session.access)}; ` +
        `${cookieNames.refresh}=${Redacted.value(session.refresh)}`,
      csrf: session.csrf
    },
    pending: { cookie: `${cookieNames.preAuth}=${Redacted.value(pending.token)}`, csrf: pending.csrf }
  }
  const browserOf = ({ requirement }: DeclaredAccess) =>
    requirement._tag === "PreAuth" ? browsers.pending : browsers.session
  const send = (endpoint: DeclaredAccess, sent: Sent) =>
    Effect.promise(async () => {
      const response = await fetch(`${publicOrigin}${addressOf(endpoint)}`, {
        method: endpoint.method,
        headers: {
          ...(sent.cookie === true ? { cookie: browserOf(endpoint).cookie } : {}),
          ...(sent.origin === undefined ? {} : { origin: sent.origin }),
          ...(sent.csrf === undefined
            ? {}
            : {
                "x-csrf-token":
                  sent.csrf === "right" ? browserOf(endpoint).csrf : `${browserOf(endpoint).csrf.slice(0, -2)}xx`
              }),
          ...(sent.bearer === undefined ? {} : { authorization: `Bearer ${sent.bearer}` }),
          ...(mutates(endpoint) ? { "content-type": "application/json" } : {})
        },
        ...(mutates(endpoint) ? { body: "{}" } : {})
      })
      const body = (await response.json().catch(() => ({}))) as { readonly code?: string }
      return `${response.status} ${body.code ?? ""}`
    })
  return { send, publicOrigin, endpoints: yield* Effect.orDie(assertAccessDeclared(Api)) }
})

const everywhere = Effect.fnUntraced(function* (
  endpoints: ReadonlyArray<DeclaredAccess>,
  attempt: (endpoint: DeclaredAccess) => Effect.Effect<string>,
  expected: (endpoint: DeclaredAccess) => string
) {
  assert.isAbove(endpoints.length, 0)
  const answers = yield* Effect.forEach(
    endpoints,
    (endpoint) =>
      Effect.map(attempt(endpoint), (answer) => ({
        endpoint: `${endpoint.method} ${endpoint.path}`,
        answer,
        expected: expected(endpoint)
      })),
    { concurrency: 8 }
  )
  assert.deepStrictEqual(
    answers.filter(({ answer, expected: wanted }) => answer !== wanted),
    []
  )
})

const needsSession = ({ requirement: { _tag } }: DeclaredAccess) =>
  _tag === "Session" || _tag === "Scoped" || _tag === "PreAuth" || _tag === "Enrolment"

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("access", (it) => {
  it.effect("the whole matrix is what it was: a change of it is seen and meant", () =>
    Effect.gen(function* () {
      const declared = yield* Effect.orDie(assertAccessDeclared(Api))
      const scopes = yield* Effect.orDie(assertScopesDeclared(Api))
      const lines = declared
        .map(({ endpoint, group, method, path, requirement }) => {
          const scope = scopes.get(`${group}/${endpoint}`)
          return `${method.padEnd(6)} ${path} → ${words(requirement)}${scope === undefined ? "" : scopeWords(scope)}`
        })
        .sort()
      console.log(lines.join("\n"))
      yield* Effect.promise(() => expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./matrix.txt"))
    })
  )

  it.effect("every mutating route refuses a cookie without an Origin", () =>
    Effect.gen(function* () {
      const { endpoints, send } = yield* attacker
      yield* everywhere(
        endpoints.filter(mutates),
        (endpoint) => send(endpoint, { cookie: true, csrf: "right" }),
        () => "403 origin_mismatch"
      )
    })
  )

  it.effect("every mutating route refuses a cookie with a foreign Origin", () =>
    Effect.gen(function* () {
      const { endpoints, publicOrigin, send } = yield* attacker
      for (const origin of [
        "https://evil.example",
        `${publicOrigin}.evil.example`,
        "null",
        publicOrigin.replace("http:", "https:")
      ]) {
        yield* everywhere(
          endpoints.filter(mutates),
          (endpoint) => send(endpoint, { cookie: true, csrf: "right", origin }),
          () => "403 origin_mismatch"
        )
      }
    })
  )

  it.effect("every mutating route of a session refuses a missing or wrong CSRF value", () =>
    Effect.gen(function* () {
      const { endpoints, publicOrigin, send } = yield* attacker
      const guarded = endpoints.filter(
        (endpoint) => mutates(endpoint) && (needsSession(endpoint) || endpoint.requirement._tag === "Refresh")
      )
      yield* everywhere(
        guarded,
        (endpoint) => send(endpoint, { cookie: true, origin: publicOrigin }),
        () => "403 csrf_failed"
      )
      yield* everywhere(
        guarded,
        (endpoint) => send(endpoint, { cookie: true, origin: publicOrigin, csrf: "wrong" }),
        () => "403 csrf_failed"
      )
    })
  )

  it.effect("every route refuses cookie and Bearer together", () =>
    Effect.gen(function* () {
      const { endpoints, publicOrigin, send } = yield* attacker
      yield* everywhere(
        endpoints,
        (endpoint) => send(endpoint, { cookie: true, csrf: "right", origin: publicOrigin, bearer: "stw_x.y.z" }),
        () => "400 ambiguous_credentials"
      )
    })
  )

  it.effect("no route that needs somebody answers nobody", () =>
    Effect.gen(function* () {
      const { endpoints, publicOrigin, send } = yield* attacker
      const guarded = endpoints.filter(
        (endpoint) =>
          needsSession(endpoint) || endpoint.requirement._tag === "Refresh" || endpoint.requirement._tag === "Internal"
      )
      yield* everywhere(
        guarded,
        (endpoint) => send(endpoint, { origin: publicOrigin }),
        () => "401 unauthenticated"
      )
    })
  )

  it.effect("a Bearer token is refused on browser-only and unmapped routes, and a forged one everywhere", () =>
    Effect.gen(function* () {
      const { endpoints, publicOrigin, send } = yield* attacker
      yield* everywhere(
        endpoints,
        (endpoint) => send(endpoint, { origin: publicOrigin, bearer: "stw_e30.e30.AAAA" }),
        ({ requirement }) =>
          requirement._tag === "Scoped"
            ? "401 unauthenticated"
            : requirement._tag === "Session" || requirement._tag === "Enrolment"
              ? "403 browser_session_required"
              : "403 scope_not_mapped"
      )
    })
  )
})
