import { DateTime } from "effect"

/** Whose a session or token is: whether they may sign in, and their auth_version when it was made and now. */
export interface StandingOwner {
  readonly active: boolean
  readonly authVersion: number
  readonly authVersionNow: number
}

/** What decides whether a session or token that was good once is good still. */
export interface StandingFacts {
  readonly revoked: boolean
  /** The first moment at which it is over. */
  readonly endsAt: DateTime.Utc
  /** Null: of S3 keys, which no account here stands behind. */
  readonly owner: StandingOwner | null
}

/** `invalidated`: its owner was deactivated, or changed who they are or how they prove it. */
export const standings = ["stands", "revoked", "invalidated", "expired"] as const
export type Standing = (typeof standings)[number]

/**
 * Whether a session or API token stands. The same rule as a condition of SQL is layers/sql/identity/standing.ts; a property
 * test holds the two together. It stands before its end, never at it.
 */
export const standingOf = ({ endsAt, owner, revoked }: StandingFacts, now: DateTime.Utc): Standing => {
  if (revoked) return "revoked"
  if (owner !== null && !(owner.active && owner.authVersion === owner.authVersionNow)) return "invalidated"
  return DateTime.isLessThan(now, endsAt) ? "stands" : "expired"
}
