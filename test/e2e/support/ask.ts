/**
 * For scripts in a page, as text: `ask(path, init)` fetches from the API as whoever is signed in there. As the console does, it renews the
 * access cookie when its five minutes are over, which on a busy machine may be between any two lines of a test.
 */
export const ask = `let csrf = null
  const renew = () => navigator.locks.request("stowage:refresh", async () => {
    const session = await (await fetch("/api/auth/session")).json()
    if (!session.authenticated && session.refreshable) await fetch("/api/auth/refresh", { method: "POST", headers: { "x-csrf-token": session.csrf_token }, keepalive: true })
  })
  const ask = async (path, init = {}, again = false) => {
    csrf ??= (await (await fetch("/api/auth/session")).json()).csrf_token
    const answer = await fetch("/api" + path, { ...init, headers: { ...init.headers, "x-csrf-token": csrf } })
    if (answer.status !== 401 || again) return answer
    await renew()
    csrf = null
    return ask(path, init, true)
  }`
