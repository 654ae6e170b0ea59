import { Effect, Metric } from "effect"

const failures = Metric.counter("stowage_sign_in_failures_total", {
  description: "Sign-ins that were refused, by how somebody tried and why it failed",
  incremental: true
})

const methods = ["password", "s3_keys", "oidc", "ldap", "passkey", "recovery_code", "invitation"] as const
export type SignInMethod = (typeof methods)[number]

const causes = [
  "credentials",
  "unknown",
  "locked",
  "deactivated",
  "no_account",
  "not_begun_here",
  "provider_unavailable"
] as const

/**
 * `credentials`: wrong proof. `unknown`: no such name. `no_account`: the provider's user has no account.
 * `not_begun_here`: the provider's response matches no sign-in, or an expired one.
 */
export type SignInCause = (typeof causes)[number]

/** Creates the counters at 0, so that a first burst counts as an increase. */
export const signInFailuresFromZero = Effect.forEach(
  methods,
  (method) => Effect.forEach(causes, (cause) => Metric.update(Metric.withAttributes(failures, { method, cause }), 0)),
  { discard: true }
)

/** Counts a failed sign-in; only the audit trail names the user. */
export const signInFailed = (method: SignInMethod, cause: SignInCause) =>
  Metric.update(Metric.withAttributes(failures, { method, cause }), 1)
