import type { Answer } from "./contract"
import { rememberCsrf } from "./csrf"
import { offline, problemOf } from "./problem-error"
import { learnTime } from "./server-clock"

/** Who is asking. */
export type SessionView = Answer<"GET /api/auth/session">
export type SignedIn = Extract<SessionView, { readonly authenticated: true }>
/** Somebody with an account here. */
export type UserSignedIn = Extract<SignedIn, { readonly kind: "user" }>

/** Asks the service who we are, and keeps the CSRF value that comes with it. Never refreshes: `openSession` does. */
export const readSession = async (): Promise<SessionView> => {
  const sentAt = Date.now()
  const response = await fetch("/api/auth/session", { headers: { accept: "application/json" } }).catch(() => {
    throw offline()
  })
  learnTime(response, sentAt)
  if (!response.ok) throw await problemOf(response)
  const session = (await response.json()) as SessionView
  rememberCsrf(session.csrf_token)
  return session
}
