import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { Invitations } from "#services/identity/invitations/Invitations.ts"
import { Login } from "#services/identity/signin/Login.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { S3Login } from "#services/identity/signin/S3Login.ts"
import { SessionViews } from "#services/identity/signin/SessionViews.ts"
import { SignOut } from "#services/identity/signin/SignOut.ts"
import { SignInProviders } from "#services/identity/federation/SignInProviders.ts"
import { LdapLogin } from "#services/identity/federation/LdapLogin.ts"
import { OidcLogin } from "#services/identity/federation/OidcLogin.ts"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { clearSessionCookies, readCookie, setProviderCookie } from "../../sessionCookies.ts"
import { sessionCaller } from "../sessionCaller.ts"
import { answerStep } from "./answerStep.ts"
import { redirectAfterSignIn } from "./redirectAfterSignIn.ts"

const refreshValue = Effect.map(HttpServerRequest.HttpServerRequest, (request) => readCookie(request, "refresh"))

export const AuthHandlers = HttpApiBuilder.group(
  Api,
  "auth",
  Effect.fn(function* (handlers) {
    const login = yield* Login
    const ldap = yield* LdapLogin
    const oidc = yield* OidcLogin
    const s3 = yield* S3Login
    const signOut = yield* SignOut
    const refreshes = yield* Refreshes
    const views = yield* SessionViews
    const offered = yield* SignInProviders
    const bootstrap = yield* Bootstrap
    const invitations = yield* Invitations

    return handlers.handleAll({
      session: Effect.fnUntraced(function* () {
        return yield* views.describe(yield* CurrentCaller, yield* refreshValue)
      }),
      providers: () => offered.list,
      login: ({ payload }) => Effect.flatMap(login.withPassword(payload), answerStep),
      loginS3: ({ payload }) => Effect.flatMap(s3.withKeys(payload), answerStep),
      loginLdap: ({ params, payload }) =>
        Effect.flatMap(ldap.withPassword(params.provider_id, payload.username, payload.password), answerStep),
      oidcStart: Effect.fnUntraced(function* ({ params, payload }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const browserCookie = Option.getOrNull(readCookie(request, "oidc"))
        const { authorizationUrl, browser } = yield* oidc.start(
          params.provider_id,
          payload.redirect_path,
          browserCookie
        )
        yield* setProviderCookie(browser)
        return { authorization_url: authorizationUrl }
      }),
      oidcCallback: Effect.fnUntraced(function* ({ params }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const query = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : ""
        return yield* redirectAfterSignIn(
          oidc.finish(params.provider_id, query, Option.getOrNull(readCookie(request, "oidc")))
        )
      }),
      refresh: Effect.fnUntraced(
        function* () {
          return yield* answerStep(yield* refreshes.refresh(Option.getOrNull(yield* refreshValue)))
        },
        Effect.tapErrorTag("Unauthenticated", () => clearSessionCookies)
      ),
      logout: Effect.fnUntraced(function* () {
        yield* signOut.here(yield* CurrentCaller, yield* refreshValue)
        yield* clearSessionCookies
      }),
      logoutAll: Effect.fnUntraced(function* () {
        yield* signOut.everywhere(yield* CurrentCaller)
        yield* clearSessionCookies
      }),
      logoutOthers: Effect.fnUntraced(function* () {
        return { ended: yield* signOut.elsewhere(yield* sessionCaller) }
      }),
      acceptInvitation: ({ payload }) => Effect.flatMap(invitations.accept(payload), answerStep),
      bootstrap: Effect.fnUntraced(function* ({ payload }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const token = Redacted.make(request.headers["x-service-bootstrap-token"] ?? "")
        return yield* answerStep(yield* bootstrap.createFirstAdministrator(token, payload))
      })
    })
  })
)
