import { Effect, Metric } from "effect"

const failures = Metric.counter("stowage_sign_in_failures_total", { description: "Sign-ins that were refused, by how somebody tried and why it failed", incremental: true })

const methods = ["password", "s3_keys", "oidc", "ldap", "passkey", "recovery_code"] as const
export type SignInMethod = (typeof methods)[number]

const causes = ["credentials", "unknown", "locked", "deactivated", "no_account", "not_begun_here", "provider_unavailable"] as const

/**
 * `credentials`: what was shown is not right. `unknown`: nobody has this name. `no_account`: the provider knows somebody to whom no
 * account is open. `not_begun_here`: the answer of a provider to a sign-in that is not known here, or not any more.
 */
export type SignInCause = (typeof causes)[number]

/** Makes the counters exist before a first failure, so that a first burst is an increase. */
export const signInFailuresFromZero = Effect.forEach(methods, (method) => Effect.forEach(causes, (cause) =>
  Metric.update(Metric.withAttributes(failures, { method, cause }), 0)), { discard: true })

/** Counts a sign-in that failed; who it was is in the audit trail alone. */
export const signInFailed = (method: SignInMethod, cause: SignInCause) => Metric.update(Metric.withAttributes(failures, { method, cause }), 1)
