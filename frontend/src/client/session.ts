import type { Answer } from "./contract"
import { rememberCsrf } from "./csrf"
import { leave } from "./leave"
import { reach } from "./link/reach"
import { isSomebodyElse } from "./person"
import { problemOf } from "./problem-error"

/** Who is asking. */
export type SessionView = Answer<"GET /api/auth/session">
export type SignedIn = Extract<SessionView, { readonly authenticated: true }>
/** Somebody with an account here. */
export type UserSignedIn = Extract<SignedIn, { readonly kind: "user" }>

/**
 * Asks the service who we are, and keeps the CSRF value that comes with it. Never refreshes: `openSession` does.
 * A page of somebody who has been replaced is loaded anew, and whatever asked goes no further.
 */
export const readSession = async (): Promise<SessionView> => {
  const response = await reach(() => fetch("/api/auth/session", { headers: { accept: "application/json" } }), true)
  if (!response.ok) throw await problemOf(response)
  const session = (await response.json()) as SessionView
  if (isSomebodyElse(session)) return leave()
  rememberCsrf(session.csrf_token)
  return session
}
