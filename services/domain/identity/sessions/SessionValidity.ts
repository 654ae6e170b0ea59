import { DateTime } from "effect"

export interface CredentialOwner {
  readonly active: boolean
  readonly authVersion: number
  readonly authVersionNow: number
}

export interface ValidityFacts {
  readonly revoked: boolean
  readonly endsAt: DateTime.Utc
  /** Null: S3 keys, without an account here. */
  readonly owner: CredentialOwner | null
}

/** `invalidated`: the owner was deactivated, or their identity or credentials changed. */
export const validities = ["stands", "revoked", "invalidated", "expired"] as const
export type SessionValidity = (typeof validities)[number]

/** The same rule in SQL is layers/sql/identity/sessionValidity.ts; a property test compares them. */
export const validityOf = ({ endsAt, owner, revoked }: ValidityFacts, now: DateTime.Utc): SessionValidity => {
  if (revoked) return "revoked"
  if (owner !== null && !(owner.active && owner.authVersion === owner.authVersionNow)) return "invalidated"
  return DateTime.isLessThan(now, endsAt) ? "stands" : "expired"
}
