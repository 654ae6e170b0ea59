import { Api } from "#api/Api.ts"
import { callerUser, CurrentCaller } from "#domain/access/Caller.ts"
import { Unauthenticated } from "#domain/errors/Errors.ts"
import { Bootstrap } from "#services/setup/Bootstrap.ts"
import { Login } from "#services/signin/Login.ts"
import { Refreshes } from "#services/sessions/Refreshes.ts"
import { S3Login } from "#services/signin/S3Login.ts"
import { S3Sessions } from "#services/sessions/S3Sessions.ts"
import { Sessions } from "#services/sessions/Sessions.ts"
import { SessionViews } from "#services/signin/SessionViews.ts"
import { SignInProviders } from "#services/federation/SignInProviders.ts"
import { LdapLogin } from "#services/federation/LdapLogin.ts"
import { OidcLogin } from "#services/federation/OidcLogin.ts"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { clearSessionCookies, readCookie, setProviderCookie } from "../../sessionCookies.ts"
import { answerStep } from "./answerStep.ts"
import { comeBack } from "./comeBack.ts"

const noRefresh = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })

const refreshValue = Effect.map(HttpServerRequest.HttpServerRequest, (request) => readCookie(request, "refresh"))

export const AuthHandlers = HttpApiBuilder.group(Api, "auth", Effect.fn(function*(handlers) {
  const login = yield* Login
  const ldap = yield* LdapLogin
  const oidc = yield* OidcLogin
  const s3 = yield* S3Login
  const s3Sessions = yield* S3Sessions
  const sessions = yield* Sessions
  const refreshes = yield* Refreshes
  const views = yield* SessionViews
  const offered = yield* SignInProviders
  const bootstrap = yield* Bootstrap

  return handlers.handleAll({
    session: Effect.fnUntraced(function*() {
      return yield* views.describe(yield* CurrentCaller, yield* refreshValue)
    }),
    providers: () => offered.list,
    login: ({ payload }) => Effect.flatMap(login.withPassword(payload), answerStep),
    loginS3: ({ payload }) => Effect.flatMap(s3.withKeys(payload), answerStep),
    loginLdap: ({ params, payload }) =>
      Effect.flatMap(ldap.withPassword(params.provider_id, payload.username, payload.password), answerStep),
    oidcStart: Effect.fnUntraced(function*({ params, payload }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const known = Option.getOrNull(readCookie(request, "oidc"))
      const { authorizationUrl, browser } = yield* oidc.start(params.provider_id, payload.redirect_path, known)
      yield* setProviderCookie(browser)
      return { authorization_url: authorizationUrl }
    }),
    oidcCallback: Effect.fnUntraced(function*({ params }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const query = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : ""
      return yield* comeBack(oidc.finish(params.provider_id, query, Option.getOrNull(readCookie(request, "oidc"))))
    }),
    refresh: Effect.fnUntraced(
      function*() {
        const value = yield* refreshValue
        if (Option.isNone(value)) return yield* noRefresh
        return yield* answerStep(yield* refreshes.refresh(value.value))
      },
      Effect.tapErrorTag("Unauthenticated", () => clearSessionCookies)
    ),
    logout: Effect.fnUntraced(function*() {
      const caller = yield* CurrentCaller
      if (caller._tag === "S3Session") yield* s3Sessions.logout(caller)
      yield* Option.match(yield* refreshValue, { onNone: () => Effect.void, onSome: sessions.logout })
      yield* clearSessionCookies
    }),
    logoutAll: Effect.fnUntraced(function*() {
      const user = callerUser(yield* CurrentCaller)
      if (user !== null) yield* sessions.logoutAll(user)
      yield* clearSessionCookies
    }),
    bootstrap: Effect.fnUntraced(function*({ payload }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const token = Redacted.make(request.headers["x-service-bootstrap-token"] ?? "")
      return yield* answerStep(yield* bootstrap.createFirstAdministrator(token, payload))
    })
  })
}))
