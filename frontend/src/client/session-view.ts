import type { SessionView as Schema } from "#domain/signin/Authentication.ts"
import { rememberCsrf } from "./csrf"
import { offline, problemOf } from "./problem-error"

/** Who is asking, as `GET /api/auth/session` says it on the wire. */
export type SessionView = (typeof Schema)["Encoded"]
export type SignedIn = Extract<SessionView, { readonly authenticated: true }>
/** Somebody with an account here. */
export type UserSignedIn = Extract<SignedIn, { readonly kind: "user" }>
export type SignedOut = Extract<SessionView, { readonly authenticated: false }>

/** Asks the service who we are, and keeps the CSRF value that comes with it. Never refreshes. */
export const readSession = async (): Promise<SessionView> => {
  const response = await fetch("/api/auth/session", { headers: { accept: "application/json" } }).catch(() => {
    throw offline()
  })
  if (!response.ok) throw await problemOf(response)
  const session = (await response.json()) as SessionView
  rememberCsrf(session.csrf_token)
  return session
}
