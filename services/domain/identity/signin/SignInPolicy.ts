import type { NextStep, Workspace } from "./Authentication.ts"
import type { Privileges } from "../../platform/access/UserRights.ts"
import { workspaces } from "../../platform/access/workspaces.ts"
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

/** Privileges open their workspace, `portal` that of the Portal; a superadmin has none by role. */
export const workspacesOf = (role: UiRole, privileges: Privileges, portal = false): ReadonlyArray<Workspace> => {
  if (role === "ui_none") return []
  const rules = { administrators: isAdminLike(role), everybody: true, portal_role: portal, ...privileges }
  return workspaces.filter(({ rule }) => rules[rule]).map(({ id }) => id)
}
