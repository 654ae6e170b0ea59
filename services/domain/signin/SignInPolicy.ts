import type { NextStep, Workspace } from "./Authentication.ts"
import { isAdminLike, type UiRole } from "../access/Caller.ts"

/** Who must have a passkey. Changes take effect at the next sign-in. */
export interface PasskeyPolicy {
  readonly requireForAdmins: boolean
  readonly requireForUsers: boolean
}

export const passkeyRequired = (policy: PasskeyPolicy, role: UiRole): boolean =>
  isAdminLike(role) ? policy.requireForAdmins : policy.requireForUsers

/** What follows a right password: whoever has a passkey is asked for it, even where none is required. */
export const nextStep = (policy: PasskeyPolicy, role: UiRole, passkeys: number): NextStep => {
  if (passkeys > 0) return "webauthn_authentication"
  return passkeyRequired(policy, role) ? "webauthn_enrollment" : "ready"
}

/** The console areas of a role; what a user sees inside them depends on associations. */
export const workspacesOf = (role: UiRole): ReadonlyArray<Workspace> => {
  if (isAdminLike(role)) return ["admin", "manager", "browser", "cluster-admin", "storage-ops"]
  return role === "ui_user" ? ["manager", "browser"] : []
}
