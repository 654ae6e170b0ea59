import type { OidcRefusal, OidcReturn } from "#services/identity/federation/OidcLogin.ts"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { setSessionCookies } from "../../sessionCookies.ts"

const goTo = (path: string) => HttpServerResponse.redirect(path, { status: 303, headers: { "cache-control": "no-store" } })

const pages = { webauthn_authentication: "/login/passkey", webauthn_enrollment: "/login/enroll" } as const

/** Where a finished step leads: on, or to the passkey that is still asked for. */
const destination = ({ redirectPath, step }: OidcReturn): string =>
  step._tag === "Open" ? redirectPath : `${pages[step.next]}?${new URLSearchParams({ next: redirectPath })}`

/** The login page, with the code of what went wrong; it goes on to where the person was heading, whichever way they sign in. */
const refusedAt = ({ problem, redirectPath }: OidcRefusal): string =>
  `/login?${new URLSearchParams({ error: problem.code, ...(redirectPath === null || redirectPath === "/" ? {} : { next: redirectPath }) })}`

/** The end of a sign-in with a provider is a page: whatever happened, the browser is sent on. */
export const comeBack = (finished: Effect.Effect<OidcReturn, OidcRefusal>) =>
  Effect.matchEffect(finished, {
    onSuccess: (back) => Effect.as(setSessionCookies(back.step), goTo(destination(back))),
    onFailure: (refusal) => Effect.succeed(goTo(refusedAt(refusal)))
  })
