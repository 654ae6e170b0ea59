import type { Answer } from "./contract"
import { knownCsrf, rememberCsrf } from "./csrf"
import { reach } from "./link/reach"
import { isSomebodys } from "./person"
import { readSession, type SessionView } from "./session"

/** When a page of this browser asked for new values, in milliseconds since 1970; gone once it has heard. */
const ASKED = "stowage:refresh"
/** No answer takes longer. In milliseconds. */
const LONGEST = 5000

/**
 * The session. A page that was left while it asked for new values used up the old one, and the answer is on its way to the
 * browser: whoever comes meanwhile is somebody, and waits for it.
 */
const settled = async (early = false): Promise<SessionView> => {
  for (;;) {
    const session = await readSession(early)
    if (session.authenticated || session.refreshable || !(Date.now() - Number(localStorage.getItem(ASKED)) < LONGEST)) return session
    early = false
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Renews the access cookie, once for all tabs: a refresh value is single-use, and two tabs presenting the same one
 * would look like a thief and end the session. Whoever gets the lock first asks the service; the next tab finds the
 * session open and asks for nothing. Answers whether the session goes on.
 */
export const refreshSession = async (): Promise<boolean> =>
  await navigator.locks.request("stowage:refresh", async () => {
    const before = knownCsrf()
    const session = await settled()
    if (session.authenticated) return true
    if (!session.refreshable) return false
    const headers = { accept: "application/json", ...(session.csrf_token === null ? {} : { "x-csrf-token": session.csrf_token }) }
    localStorage.setItem(ASKED, String(Date.now()))
    // kept alive: the browser takes in the new cookies also when this page is left meanwhile
    const response = await reach(() => fetch("/api/auth/refresh", { method: "POST", headers, keepalive: true }), false)
      .finally(() => localStorage.removeItem(ASKED))
    if (!response.ok) return false
    const { csrf_token } = (await response.json()) as Answer<"POST /api/auth/refresh">
    rememberCsrf(csrf_token)
    // another session than before may be another person's: reading it finds out
    if (isSomebodys() && csrf_token !== before) await readSession()
    return true
  })

/** The session, renewed first when only the refresh cookie is alive. */
export const openSession = async (): Promise<SessionView> => {
  const session = await settled(true)
  return !session.authenticated && session.refreshable && (await refreshSession()) ? readSession() : session
}
