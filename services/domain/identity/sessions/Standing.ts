import { DateTime } from "effect"

export interface StandingOwner {
  readonly active: boolean
  readonly authVersion: number
  readonly authVersionNow: number
}

export interface StandingFacts {
  readonly revoked: boolean
  /** First moment at which it is no longer valid. */
  readonly endsAt: DateTime.Utc
  /** Null: S3 keys, without an account here. */
  readonly owner: StandingOwner | null
}

/** `invalidated`: the owner was deactivated, or their identity or credentials changed. */
export const standings = ["stands", "revoked", "invalidated", "expired"] as const
export type Standing = (typeof standings)[number]

/**
 * Evaluates a session or API token. layers/sql/identity/standing.ts is the same rule in SQL; a property test compares
 * them.
 */
export const standingOf = ({ endsAt, owner, revoked }: StandingFacts, now: DateTime.Utc): Standing => {
  if (revoked) return "revoked"
  if (owner !== null && !(owner.active && owner.authVersion === owner.authVersionNow)) return "invalidated"
  return DateTime.isLessThan(now, endsAt) ? "stands" : "expired"
}
