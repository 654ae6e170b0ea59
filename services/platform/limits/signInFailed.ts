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

/** `no_account`: the provider's user has no account. `not_begun_here`: no valid sign-in matches the response. */
export type SignInCause = (typeof causes)[number]

export const signInFailuresFromZero = Effect.forEach(
  methods,
  (method) => Effect.forEach(causes, (cause) => Metric.update(Metric.withAttributes(failures, { method, cause }), 0)),
  { discard: true }
)

/** Only the audit trail names the user. */
export const signInFailed = (method: SignInMethod, cause: SignInCause) =>
  Metric.update(Metric.withAttributes(failures, { method, cause }), 1)
