/**
 * The CSRF value of this session, in memory alone: it comes with `GET /api/auth/session` and with each step of a
 * sign-in. HTML never carries it, so pages can be compressed.
 */
let token: string | null = null

export const rememberCsrf = (value: string | null): void => {
  token = value
}

export const knownCsrf = (): string | null => token
