import type { DomainError } from "#domain/errors/Errors.ts"
import type { OidcReturn } from "#services/federation/OidcLogin.ts"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { setSessionCookies } from "../../sessionCookies.ts"

type Refusal = Extract<DomainError, { readonly code: string }>

const goTo = (path: string) => HttpServerResponse.redirect(path, { status: 303, headers: { "cache-control": "no-store" } })

const pages = { webauthn_authentication: "/login/passkey", webauthn_enrollment: "/login/enroll" } as const

/** Where a finished step leads: on, or to the passkey that is still asked for. */
const destination = ({ redirectPath, step }: OidcReturn): string =>
  step._tag === "Open" ? redirectPath : `${pages[step.next]}?${new URLSearchParams({ next: redirectPath })}`

/** The end of a sign-in with a provider is a page: whatever happened, the browser is sent on, with the code of what went wrong. */
export const comeBack = <E extends Refusal>(finished: Effect.Effect<OidcReturn, E>) =>
  Effect.matchEffect(finished, {
    onSuccess: (back) => Effect.as(setSessionCookies(back.step), goTo(destination(back))),
    onFailure: ({ code }) => Effect.succeed(goTo(`/login?${new URLSearchParams({ error: code })}`))
  })
