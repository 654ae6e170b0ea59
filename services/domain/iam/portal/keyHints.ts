import type { KeyHint } from "./PortalKey.ts"

const MAX_AGE_YEARS = 1

interface KeyFacts {
  readonly created_at: string
  readonly last_request_at: string | null
  readonly logged_since: string | null
}

/** A key counts as never used only where logs cover all its life. */
export const keyHints = (
  { created_at, last_request_at, logged_since }: KeyFacts,
  now: Date
): ReadonlyArray<KeyHint> => {
  const oldest = new Date(now)
  oldest.setUTCFullYear(oldest.getUTCFullYear() - MAX_AGE_YEARS)
  const created = Date.parse(created_at)
  const isUnused = last_request_at === null || Date.parse(last_request_at) < created
  return [
    ...(logged_since !== null && Date.parse(logged_since) <= created && isUnused ? (["never_used"] as const) : []),
    ...(created < oldest.getTime() ? (["older_than_a_year"] as const) : [])
  ]
}
