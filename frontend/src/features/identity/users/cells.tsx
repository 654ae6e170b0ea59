import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { RoleBadge } from "./role-badge"
import { signInMethodsText } from "./sign-in-methods-text"
import type { User } from "./user"

interface Cell {
  readonly row: User
}

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="user" class="text-ink-3" />
    <span class="truncate font-medium">{row.full_name}</span>
    {!row.is_active && <Badge text="Inactive" tone="danger" icon="ban" />}
  </span>
))

export const RoleCell = component$<Cell>(({ row }) => <RoleBadge role={row.role} />)

export const SignInMethodsCell = component$<Cell>(({ row }) => (
  <span class={signInMethodsText(row) ? "" : "text-ink-3"}>{signInMethodsText(row) || "None yet"}</span>
))
