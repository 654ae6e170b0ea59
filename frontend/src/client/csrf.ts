/**
 * The CSRF value of this session, in memory alone. It comes with `GET /api/auth/session`;
 * HTML never carries it, so pages can be compressed.
 */
let token: string | null = null

export const rememberCsrf = (value: string | null): void => {
  token = value
}

/** The value for `X-CSRF-Token`, asked for once when it is not known yet; null for callers without a session. */
export const csrfToken = async (): Promise<string | null> => {
  if (token !== null) return token
  const response = await fetch("/api/auth/session", { headers: { accept: "application/json" } })
  if (!response.ok) return null
  const session = (await response.json()) as { readonly csrf_token?: string }
  token = session.csrf_token ?? null
  return token
}
