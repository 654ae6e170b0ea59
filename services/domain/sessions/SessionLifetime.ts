import { DateTime, Duration } from "effect"

/** Lifetimes of what keeps a caller known. */
export const lifetimes = {
  access: Duration.minutes(5),
  idle: Duration.hours(12),
  absolute: Duration.days(7),
  preAuth: Duration.minutes(5),
  challenge: Duration.minutes(5),
  bootstrapToken: Duration.minutes(15),
  s3Idle: Duration.minutes(30),
  s3Absolute: Duration.hours(8),
  oidcState: Duration.minutes(5),
  linkRequest: Duration.days(7)
}

/** The facts that decide whether a session still stands. */
export interface SessionFacts {
  readonly idleExpiresAt: DateTime.Utc
  readonly absoluteExpiresAt: DateTime.Utc
  readonly revoked: boolean
  /** The user's auth_version when the session was opened, and now. */
  readonly authVersion: number
  readonly userAuthVersion: number
  readonly userActive: boolean
}

export type SessionState = "alive" | "expired" | "revoked"

/** A session lives before its ends, never at them. */
export const sessionState = (facts: SessionFacts, now: DateTime.Utc): SessionState => {
  if (facts.revoked || !facts.userActive || facts.authVersion !== facts.userAuthVersion) return "revoked"
  const ends = DateTime.min(facts.idleExpiresAt, facts.absoluteExpiresAt)
  return DateTime.isLessThan(now, ends) ? "alive" : "expired"
}

/** Use extends the idle end, never beyond the absolute one. */
export const extendIdle = (absoluteExpiresAt: DateTime.Utc, now: DateTime.Utc, idle = lifetimes.idle): DateTime.Utc =>
  DateTime.min(DateTime.addDuration(now, idle), absoluteExpiresAt)
