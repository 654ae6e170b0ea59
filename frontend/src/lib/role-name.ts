import type { UserSignedIn } from "~/client/session"

const NAMES: Readonly<Record<UserSignedIn["user"]["role"], string>> = {
  ui_superadmin: "Super administrator",
  ui_admin: "Administrator",
  ui_user: "User",
  ui_none: "No access"
}

export const roleName = (role: UserSignedIn["user"]["role"]): string => NAMES[role]
