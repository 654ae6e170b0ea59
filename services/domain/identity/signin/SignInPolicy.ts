import type { NextStep, Workspace } from "./Authentication.ts"
import type { Privileges } from "../../platform/access/UserRights.ts"
import { isAdminLike, type UiRole } from "../../platform/access/Caller.ts"

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

/** The console areas of somebody: by role, and by privilege, which no role has by itself. What they see inside depends on associations. */
export const workspacesOf = (role: UiRole, { cluster_admin, storage_ops }: Privileges): ReadonlyArray<Workspace> => {
  if (role === "ui_none") return []
  return [
    ...(isAdminLike(role) ? ["admin" as const] : []), "manager", "browser", ...(cluster_admin ? ["cluster-admin" as const] : []),
    ...(storage_ops ? ["storage-ops" as const] : [])
  ]
}
