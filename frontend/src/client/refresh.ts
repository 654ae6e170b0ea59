import type { Answer } from "./contract"
import { knownCsrf, rememberCsrf } from "./csrf"
import { reach } from "./link/reach"
import { isKnownPerson } from "./person"
import { readSession, type SessionView } from "./session"

/** localStorage key: time (milliseconds since the epoch) of a refresh in progress in this browser. */
const REFRESH_STARTED_KEY = "stowage:refresh"
const REFRESH_TIMEOUT = 5000

/**
 * Reads the session, waiting for a refresh in progress: a page that was left meanwhile has used the old refresh value.
 */
const readSettledSession = async (early = false): Promise<SessionView> => {
  for (;;) {
    const session = await readSession(early)
    if (
      session.authenticated ||
      session.refreshable ||
      !(Date.now() - Number(localStorage.getItem(REFRESH_STARTED_KEY)) < REFRESH_TIMEOUT)
    )
      return session
    early = false
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Renews the access cookie under a lock shared by all tabs: a refresh value is single-use, and a second use counts as
 * theft and ends the session. Later tabs find the session open. Resolves to true when the session continues.
 */
export const refreshSession = async (): Promise<boolean> =>
  await navigator.locks.request("stowage:refresh", async () => {
    const before = knownCsrf()
    const session = await readSettledSession()
    if (session.authenticated) return true
    if (!session.refreshable) return false
    const headers = {
      accept: "application/json",
      ...(session.csrf_token === null ? {} : { "x-csrf-token": session.csrf_token })
    }
    localStorage.setItem(REFRESH_STARTED_KEY, String(Date.now()))
    // keepalive: the cookies are set even if the page is left.
    const response = await reach(
      () => fetch("/api/auth/refresh", { method: "POST", headers, keepalive: true }),
      false
    ).finally(() => localStorage.removeItem(REFRESH_STARTED_KEY))
    if (!response.ok) return false
    const { csrf_token } = (await response.json()) as Answer<"POST /api/auth/refresh">
    rememberCsrf(csrf_token)
    // A new session may belong to another user: reading it detects that.
    if (isKnownPerson() && csrf_token !== before) await readSession()
    return true
  })

export const openSession = async (): Promise<SessionView> => {
  const session = await readSettledSession(true)
  return !session.authenticated && session.refreshable && (await refreshSession()) ? readSession() : session
}
