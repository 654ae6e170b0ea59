import type { Answer } from "./contract"
import { knownCsrf, rememberCsrf } from "./csrf"
import { reach } from "./link/reach"
import { isSomebodys } from "./person"
import { readSession, type SessionView } from "./session"

/**
 * Renews the access cookie, once for all tabs: a refresh value is single-use, and two tabs presenting the same one
 * would look like a thief and end the session. Whoever gets the lock first asks the service; the next tab finds the
 * session open and asks for nothing. Answers whether the session goes on.
 */
export const refreshSession = async (): Promise<boolean> =>
  await navigator.locks.request("stowage:refresh", async () => {
    const before = knownCsrf()
    const session = await readSession()
    if (session.authenticated) return true
    if (!session.refreshable) return false
    const headers = { accept: "application/json", ...(session.csrf_token === null ? {} : { "x-csrf-token": session.csrf_token }) }
    const response = await reach(() => fetch("/api/auth/refresh", { method: "POST", headers }), false)
    if (!response.ok) return false
    const { csrf_token } = (await response.json()) as Answer<"POST /api/auth/refresh">
    rememberCsrf(csrf_token)
    // another session than before may be another person's: reading it finds out
    if (isSomebodys() && csrf_token !== before) await readSession()
    return true
  })

/** The session, renewed first when only the refresh cookie is alive. */
export const openSession = async (): Promise<SessionView> => {
  const session = await readSession(true)
  return !session.authenticated && session.refreshable && (await refreshSession()) ? readSession() : session
}
