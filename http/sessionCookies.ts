import type { OpenS3Session } from "#services/identity/sessions/S3Sessions.ts"
import type { OpenSession, PendingSession } from "#services/identity/sessions/Sessions.ts"
import { lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { DateTime, Duration, Effect, Option, Redacted } from "effect"
import { type Cookies, HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"

/** The prefixes make browsers enforce Secure and Path without Domain. */
export const cookieNames = {
  access: "__Host-stowage_access",
  refresh: "__Secure-stowage_refresh",
  preAuth: "__Host-stowage_preauth",
  s3: "__Host-stowage_s3",
  /** Binds a provider sign-in to its browser; identifies nobody. */
  oidc: "__Host-stowage_oidc",
  /** Grants nothing: tells the renderer whether to show the shell or the login. */
  hint: "stowage_ui"
} as const

type CookieName = keyof typeof cookieNames

export const identifyingCookies: ReadonlyArray<string> = [
  cookieNames.access,
  cookieNames.refresh,
  cookieNames.preAuth,
  cookieNames.s3
]

const pathOf = (name: CookieName) => (name === "refresh" ? "/api/auth" : "/")

const attributes = (name: CookieName, seconds: number): Cookies.Cookie["options"] => ({
  path: pathOf(name),
  httpOnly: name !== "hint",
  secure: name !== "hint",
  sameSite: "lax",
  maxAge: Duration.seconds(seconds)
})

const put = (name: CookieName, value: string, seconds: number) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.orDie(HttpServerResponse.setCookie(response, cookieNames[name], value, attributes(name, seconds)))
  )

const drop = (name: CookieName) => put(name, "", 0)

export const readCookie = (
  request: HttpServerRequest.HttpServerRequest,
  name: CookieName
): Option.Option<Redacted.Redacted> =>
  Option.fromNullishOr(request.cookies[cookieNames[name]]).pipe(
    Option.filter((value) => value !== ""),
    Option.map((value) => Redacted.make(value))
  )

const dropSession = Effect.all([drop("access"), drop("refresh"), drop("s3"), drop("hint")], { discard: true })

export const setSessionCookies = Effect.fnUntraced(function* (step: OpenSession | PendingSession | OpenS3Session) {
  if (step._tag === "Pending") {
    yield* dropSession
    return yield* put("preAuth", Redacted.value(step.token), Duration.toSeconds(lifetimes.preAuth))
  }
  const now = yield* DateTime.now
  const seconds = Math.max(1, Math.floor(Duration.toSeconds(DateTime.distance(now, step.endsAt))))
  if (step._tag === "S3") {
    yield* dropSession
    yield* put("s3", Redacted.value(step.token), seconds)
    yield* put("hint", "1", seconds)
    return yield* drop("preAuth")
  }
  yield* drop("s3")
  yield* put("access", Redacted.value(step.access), Duration.toSeconds(lifetimes.access))
  yield* put("refresh", Redacted.value(step.refresh), seconds)
  yield* put("hint", "1", seconds)
  yield* drop("preAuth")
})

export const setProviderCookie = (browser: Redacted.Redacted) =>
  put("oidc", Redacted.value(browser), Duration.toSeconds(lifetimes.oidcState))

export const clearSessionCookies = Effect.andThen(dropSession, drop("preAuth"))
