import { call } from "~/client/call"
import { rememberCsrf } from "~/client/csrf"
import { hintSignedOut } from "~/lib/signed-in-hint"

/** Ends the session and leads to the sign-in page; `next` is where to come back to. */
export const signOut = async (next?: string): Promise<void> => {
  await call("POST /api/auth/logout")
  rememberCsrf(null)
  hintSignedOut()
  window.location.assign(next === undefined ? "/login" : `/login?next=${encodeURIComponent(next)}`)
}
