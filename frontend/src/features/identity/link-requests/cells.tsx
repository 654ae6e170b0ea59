import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { type LinkRequest, StatusBadge } from "./status-badge"

interface Cell {
  readonly row: LinkRequest
}

export const IdentityCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="id-card" class="text-ink-3" />
    <span class="truncate font-medium">{row.email}</span>
    {row.display_name && <span class="truncate text-ink-3">{row.display_name}</span>}
  </span>
))

export const ProviderCell = component$<Cell>(({ row }) => <>{row.provider_label ?? row.provider_id}</>)

export const AccountCell = component$<Cell>(({ row }) => <>{row.target.full_name}</>)

export const StatusCell = component$<Cell>(({ row }) => <StatusBadge status={row.status} />)

export const ExpiresCell = component$<Cell>(({ row }) => (
  <>{row.status === "pending" ? <Ago at={row.expires_at} /> : "—"}</>
))
