import type { Role } from "./user"

export const ROLE_HINTS = [
  { id: "ui_superadmin", hint: "Everything, and manages the other administrators." },
  { id: "ui_admin", hint: "Endpoints, RGW accounts and people, but no other administrator." },
  { id: "ui_user", hint: "Manager and Browser, with the accounts that were given to them." },
  { id: "ui_none", hint: "May sign in, and sees nothing until another role is given." }
] as const satisfies ReadonlyArray<{ readonly id: Role; readonly hint: string }>

export const isPrivileged = (role: Role): boolean => role === "ui_superadmin" || role === "ui_admin"

export const whyNotManage = (actor: Role | undefined, target: Role): string =>
  actor === undefined || actor === "ui_superadmin" || !isPrivileged(target)
    ? ""
    : "Only super administrators change the account of an administrator."
