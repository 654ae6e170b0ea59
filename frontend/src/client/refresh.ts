import type { Answer } from "./contract"
import { storedCsrf, setCsrf } from "./csrf"
import { reach } from "./link/reach"
import { hasPageOwner } from "./person"
import { readSession, type SessionView } from "./session"

/** localStorage key; milliseconds since the epoch. */
const REFRESH_STARTED_KEY = "stowage:refresh"
const REFRESH_TIMEOUT = 5000

/** Waits for a refresh in progress: a page that was left has used the old refresh value. */
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

/** A second use of a refresh value counts as theft, so all tabs share a lock. True when the session continues. */
export const refreshSession = async (): Promise<boolean> =>
  await navigator.locks.request("stowage:refresh", async () => {
    const before = storedCsrf()
    const session = await readSettledSession()
    if (session.authenticated) return true
    if (!session.refreshable) return false
    const headers = {
      accept: "application/json",
      ...(session.csrf_token === null ? {} : { "x-csrf-token": session.csrf_token })
    }
    localStorage.setItem(REFRESH_STARTED_KEY, String(Date.now()))
    // keepalive sets the cookies even if the page is left.
    const response = await reach(
      () => fetch("/api/auth/refresh", { method: "POST", headers, keepalive: true }),
      false
    ).finally(() => localStorage.removeItem(REFRESH_STARTED_KEY))
    if (!response.ok) return false
    const { csrf_token } = (await response.json()) as Answer<"POST /api/auth/refresh">
    setCsrf(csrf_token)
    // A new session may be of another user: readSession detects it.
    if (hasPageOwner() && csrf_token !== before) await readSession()
    return true
  })

export const openSession = async (): Promise<SessionView> => {
  const session = await readSettledSession(true)
  return !session.authenticated && session.refreshable && (await refreshSession()) ? readSession() : session
}
