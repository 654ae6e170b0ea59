import { Api } from "#api/Api.ts"
import type { SignInProvider } from "#domain/Authentication.ts"
import { callerUser, CurrentCaller } from "#domain/Caller.ts"
import { Unauthenticated } from "#domain/Errors.ts"
import { Bootstrap } from "#services/access/Bootstrap.ts"
import { Login } from "#services/access/Login.ts"
import { Sessions } from "#services/access/Sessions.ts"
import { SessionViews } from "#services/access/SessionViews.ts"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { clearSessionCookies, readCookie } from "../../sessionCookies.ts"
import { answerStep } from "./answerStep.ts"

const password: SignInProvider = { type: "password", id: "password", label: "E-mail and password" }

const noRefresh = new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })

const refreshValue = Effect.map(HttpServerRequest.HttpServerRequest, (request) => readCookie(request, "refresh"))

export const AuthHandlers = HttpApiBuilder.group(Api, "auth", Effect.fn(function*(handlers) {
  const login = yield* Login
  const sessions = yield* Sessions
  const views = yield* SessionViews
  const bootstrap = yield* Bootstrap

  return handlers.handleAll({
    session: Effect.fnUntraced(function*() {
      return yield* views.describe(yield* CurrentCaller, yield* refreshValue)
    }),
    providers: () => Effect.succeed([password]),
    login: ({ payload }) => Effect.flatMap(login.withPassword(payload), answerStep),
    refresh: Effect.fnUntraced(
      function*() {
        const value = yield* refreshValue
        if (Option.isNone(value)) return yield* noRefresh
        return yield* answerStep(yield* sessions.refresh(value.value))
      },
      Effect.tapErrorTag("Unauthenticated", () => clearSessionCookies)
    ),
    logout: Effect.fnUntraced(function*() {
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
