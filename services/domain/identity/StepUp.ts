import { DateTime, Duration } from "effect"
import { isAdminLike, type UiRole } from "../platform/access/Caller.ts"
import { type PasskeyPolicy, passkeyRequired } from "./signin/SignInPolicy.ts"

/**
 * How sure we must be, beyond an open session, that its user is at the keyboard.
 * - `admin`: a passkey verified in this session, while the policy asks administrators for passkeys (rule 6).
 * - `personal`: a passkey verified in this session where one is enrolled or required, else a recent sign-in (rule 8).
 */
export type Proof = "admin" | "personal"

/** What of an update needs no proof (rule 7): nothing, the same content again, or that and a change of the full name alone. */
export type Exemption = "none" | "unchanged" | "unchanged_or_full_name"

interface Demand {
  readonly proof: Proof
  readonly exempt: Exemption
}

const always = (proof: Proof): Demand => ({ proof, exempt: "none" })
const changed: Demand = { proof: "admin", exempt: "unchanged" }

/** Every action that asks for more than a session. What is not here is allowed to any session of the right role (rule 5). */
export const stepUpActions = {
  "identity_link.approve": always("admin"),
  "external_identity.add": always("admin"),
  "external_identity.revoke": always("admin"),
  "external_identity.restore": always("admin"),
  "mfa.reset": always("admin"),
  "password.set": always("admin"),
  "api_token.create": always("admin"),
  "ui_user.create": always("admin"),
  "ui_user.delete": always("admin"),
  "ui_user.update": { proof: "admin", exempt: "unchanged_or_full_name" },
  /** Who may act as which account or RGW user, and what a group gives to whom, wherever it is said. */
  "association.set": changed,
  "authentication_settings.update": changed,
  "oidc_provider.create": always("admin"),
  "oidc_provider.update": changed,
  "oidc_provider.delete": always("admin"),
  "ldap_provider.create": always("admin"),
  "ldap_provider.update": changed,
  "ldap_provider.delete": always("admin"),
  /** A whole document; whatever of the above is in it is proved by this. */
  "configuration.apply": changed,
  "own_passkey.create": always("personal"),
  "own_passkey.delete": always("personal"),
  "own_recovery_codes.renew": always("personal"),
  "own_password.change": always("personal")
} as const satisfies Record<string, Demand>

export type StepUpAction = keyof typeof stepUpActions
export const stepUpActionNames = Object.keys(stepUpActions) as ReadonlyArray<StepUpAction>

/** What is known of the session that asks. */
export interface StepUpFacts {
  readonly role: UiRole
  readonly passkeys: number
  readonly verifiedAt: DateTime.Utc | null
  readonly authenticatedAt: DateTime.Utc
}

/** Administrators act by rule 6; anybody else creates tokens and changes their own account by rule 8. */
const proofFor = (proof: Proof, role: UiRole): Proof => isAdminLike(role) ? proof : "personal"

/** Whether this session may do it now; what was proved `minutes` ago or less counts. */
export const isProven = (
  action: StepUpAction, policy: PasskeyPolicy, facts: StepUpFacts, minutes: number, now: DateTime.Utc
): boolean => {
  const proof = proofFor(stepUpActions[action].proof, facts.role)
  if (proof === "admin" && !policy.requireForAdmins) return true
  // a first passkey cannot be asked for before it is there
  const required = action !== "own_passkey.create" && passkeyRequired(policy, facts.role)
  const needsPasskey = proof === "admin" || facts.passkeys > 0 || required
  const provenAt = needsPasskey ? facts.verifiedAt : facts.authenticatedAt
  return provenAt !== null && DateTime.isLessThanOrEqualTo(now, DateTime.addDuration(provenAt, Duration.minutes(minutes)))
}
