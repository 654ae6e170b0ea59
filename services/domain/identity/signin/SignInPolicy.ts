import type { NextStep, Workspace } from "./Authentication.ts"
import type { Privileges } from "../../platform/access/UserRights.ts"
import { isAdminLike, type UiRole } from "../../platform/access/Caller.ts"

export interface PasskeyPolicy {
  readonly requireForAdmins: boolean
  readonly requireForUsers: boolean
}

export const passkeyRequired = (policy: PasskeyPolicy, role: UiRole): boolean =>
  isAdminLike(role) ? policy.requireForAdmins : policy.requireForUsers

/** Step after a correct password. Enrolled passkeys are requested even where none is required. */
export const nextStep = (policy: PasskeyPolicy, role: UiRole, passkeys: number): NextStep => {
  if (passkeys > 0) return "webauthn_authentication"
  return passkeyRequired(policy, role) ? "webauthn_enrollment" : "ready"
}

export const workspacesOf = (role: UiRole, { cluster_admin, storage_ops }: Privileges): ReadonlyArray<Workspace> => {
  if (role === "ui_none") return []
  return [
    ...(isAdminLike(role) ? ["admin" as const] : []),
    "manager",
    "browser",
    ...(cluster_admin ? ["cluster-admin" as const] : []),
    ...(storage_ops ? ["storage-ops" as const] : [])
  ]
}
