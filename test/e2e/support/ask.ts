/** `ask(path, init)` in a page calls the API with its session, and renews the access cookie as the console does. */
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
