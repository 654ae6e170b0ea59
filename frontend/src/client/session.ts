import type { Answer } from "./contract"
import { rememberCsrf } from "./csrf"
import { earlyResponse } from "./early-answers"
import { leave } from "./leave"
import { reach } from "./link/reach"
import { isSomebodyElse } from "./person"
import { problemOf } from "./problem-error"

/** Who is asking. */
export type SessionView = Answer<"GET /api/auth/session">
export type SignedIn = Extract<SessionView, { readonly authenticated: true }>
/** Somebody with an account here. */
export type UserSignedIn = Extract<SignedIn, { readonly kind: "user" }>

const SESSION = "/api/auth/session"

/**
 * Asks the service who we are, and keeps the CSRF value that comes with it. Never refreshes: `openSession` does.
 * A page of somebody who has been replaced is loaded anew, and whatever asked goes no further.
 * `early`: what the page's head was told will do.
 */
export const readSession = async (early = false): Promise<SessionView> => {
  const response = (early ? await earlyResponse(SESSION) : undefined) ?? await reach(() => fetch(SESSION, { headers: { accept: "application/json" } }), true)
  if (!response.ok) throw await problemOf(response)
  const session = (await response.json()) as SessionView
  if (isSomebodyElse(session)) return leave()
  rememberCsrf(session.csrf_token)
  return session
}
