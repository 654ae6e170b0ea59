import { Badge } from "~/components/ui/badge"
import { roleName } from "~/lib/role-name"
import { isPrivileged } from "./roles"
import type { Role } from "./user"

export const RoleBadge = (props: { readonly role: Role }) => (
  <Badge
    text={roleName(props.role)}
    tone={isPrivileged(props.role) ? "info" : props.role === "ui_none" ? "warn" : "neutral"}
    {...(isPrivileged(props.role) ? { icon: "shield-check" as const } : {})}
  />
)
