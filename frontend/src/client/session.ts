import type { Answer } from "./contract"
import { setCsrf } from "./csrf"
import { takePrefetchedResponse } from "./early-answers"
import { leavePage } from "./leave"
import { reach } from "./link/reach"
import { isOtherUser } from "./person"
import { problemOf } from "./problem-error"

export type SessionView = Answer<"GET /api/auth/session">
export type SignedIn = Extract<SessionView, { readonly authenticated: true }>
export type UserSignedIn = Extract<SignedIn, { readonly kind: "user" }>

const SESSION = "/api/auth/session"

/** Never refreshes, unlike `openSession`. If the user changed, the page reloads and this never resolves. */
export const readSession = async (early = false): Promise<SessionView> => {
  const response =
    (early ? await takePrefetchedResponse(SESSION) : undefined) ??
    (await reach(() => fetch(SESSION, { headers: { accept: "application/json" } }), true))
  if (!response.ok) throw await problemOf(response)
  const session = (await response.json()) as SessionView
  if (isOtherUser(session)) return leavePage()
  setCsrf(session.csrf_token)
  return session
}
