import { DateTime, Duration } from "effect"
import { isAdminLike, type UiRole } from "../platform/access/Caller.ts"
import { type PasskeyPolicy, passkeyRequired } from "./signin/SignInPolicy.ts"

/** `admin`: passkey of this session if the policy asks (rule 6). `personal`: passkey or recent sign-in (rule 8). */
export type Proof = "admin" | "personal"

/** Updates that need no proof (rule 7). */
export type Exemption = "none" | "unchanged" | "unchanged_or_full_name"

interface Demand {
  readonly proof: Proof
  readonly exempt: Exemption
}

const always = (proof: Proof): Demand => ({ proof, exempt: "none" })
const changed: Demand = { proof: "admin", exempt: "unchanged" }

/** Actions that require step-up. Any other is allowed to every session of the right role (rule 5). */
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
  "ui_user.invite": always("admin"),
  "ui_user.update": { proof: "admin", exempt: "unchanged_or_full_name" },
  "association.set": changed,
  "authentication_settings.update": changed,
  "oidc_provider.create": always("admin"),
  "oidc_provider.update": changed,
  "oidc_provider.delete": always("admin"),
  "ldap_provider.create": always("admin"),
  "ldap_provider.update": changed,
  "ldap_provider.delete": always("admin"),
  /** A document may contain any of the above; this proof covers it. */
  "configuration.apply": changed,
  "own_passkey.create": always("personal"),
  "own_passkey.delete": always("personal"),
  "own_recovery_codes.renew": always("personal"),
  "own_password.change": always("personal")
} as const satisfies Record<string, Demand>

export type StepUpAction = keyof typeof stepUpActions
export const stepUpActionNames = Object.keys(stepUpActions) as ReadonlyArray<StepUpAction>

export interface StepUpFacts {
  readonly role: UiRole
  readonly passkeys: number
  readonly verifiedAt: DateTime.Utc | null
  readonly authenticatedAt: DateTime.Utc
}

/** Administrators follow rule 6, other users rule 8. */
const proofFor = (proof: Proof, role: UiRole): Proof => (isAdminLike(role) ? proof : "personal")

export const isProven = (
  action: StepUpAction,
  policy: PasskeyPolicy,
  facts: StepUpFacts,
  minutes: number,
  now: DateTime.Utc
): boolean => {
  const proof = proofFor(stepUpActions[action].proof, facts.role)
  if (proof === "admin" && !policy.requireForAdmins) return true
  // a first passkey cannot require a passkey
  const required = action !== "own_passkey.create" && passkeyRequired(policy, facts.role)
  const needsPasskey = proof === "admin" || facts.passkeys > 0 || required
  const provenAt = needsPasskey ? facts.verifiedAt : facts.authenticatedAt
  return (
    provenAt !== null && DateTime.isLessThanOrEqualTo(now, DateTime.addDuration(provenAt, Duration.minutes(minutes)))
  )
}
