import { Metric } from "effect"

const failures = Metric.counter("stowage_sign_in_failures_total", { description: "Sign-ins that were refused, by how somebody tried and why it failed", incremental: true })

export type SignInMethod = "password" | "s3_keys" | "oidc" | "ldap" | "passkey" | "recovery_code"

/**
 * `credentials`: what was shown is not right. `unknown`: nobody has this name. `no_account`: the provider knows somebody to whom no
 * account is open. `not_begun_here`: the answer of a provider to a sign-in that is not known here, or not any more.
 */
export type SignInCause = "credentials" | "unknown" | "locked" | "deactivated" | "no_account" | "not_begun_here" | "provider_unavailable"

/** Counts a sign-in that failed; who it was is in the audit trail alone. */
export const signInFailed = (method: SignInMethod, cause: SignInCause) => Metric.update(Metric.withAttributes(failures, { method, cause }), 1)
