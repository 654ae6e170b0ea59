import { rememberCsrf } from "./csrf"

/** When the last refresh of this browser succeeded, in epoch milliseconds. A time, not a secret. */
const REFRESHED_AT = "stowage:refreshed-at"

/**
 * Renews the access cookie, once for all tabs: a refresh value is single-use, and two tabs presenting the same one
 * would look like a thief and end the session. Answers whether the session goes on.
 * `since` is when the refused request started: a refresh by another tab after that is enough.
 */
export const refreshSession = async (since: number): Promise<boolean> =>
  await navigator.locks.request("stowage:refresh", async () => {
    if (Number(localStorage.getItem(REFRESHED_AT) ?? 0) > since) return true
    const response = await fetch("/api/auth/refresh", { method: "POST", headers: { accept: "application/json" } })
    if (!response.ok) return false
    localStorage.setItem(REFRESHED_AT, String(Date.now()))
    rememberCsrf(null)
    return true
  })
