import type { OidcRefusal, OidcResult } from "#services/identity/federation/OidcLogin.ts"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { setSessionCookies } from "../../sessionCookies.ts"

const goTo = (path: string) =>
  HttpServerResponse.redirect(path, { status: 303, headers: { "cache-control": "no-store" } })

const pages = { webauthn_authentication: "/login/passkey", webauthn_enrollment: "/login/enroll" } as const

const destination = ({ redirectPath, step }: OidcResult): string =>
  step._tag === "Open" ? redirectPath : `${pages[step.next]}?${new URLSearchParams({ next: redirectPath })}`

const errorLocation = ({ problem, redirectPath }: OidcRefusal): string => {
  const next = redirectPath === null || redirectPath === "/" ? {} : { next: redirectPath }
  return `/login?${new URLSearchParams({ error: problem.code, ...next })}`
}

export const redirectAfterSignIn = (finished: Effect.Effect<OidcResult, OidcRefusal>) =>
  Effect.matchEffect(finished, {
    onSuccess: (back) => Effect.as(setSessionCookies(back.step), goTo(destination(back))),
    onFailure: (refusal) => Effect.succeed(goTo(errorLocation(refusal)))
  })
