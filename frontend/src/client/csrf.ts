/**
 * CSRF value of this session, in memory only: from `GET /api/auth/session` and from sign-in steps. HTML never contains
 * it, so that pages can be compressed.
 */
let token: string | null = null

export const rememberCsrf = (value: string | null): void => {
  token = value
}

export const knownCsrf = (): string | null => token
