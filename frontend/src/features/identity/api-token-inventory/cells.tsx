import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import type { ApiToken } from "~/features/identity/api-tokens/api-token"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { TokenState } from "~/features/identity/api-tokens/token-state"
import { counted } from "~/lib/format"

interface Cell {
  readonly row: ApiToken
}

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="ticket" class="text-ink-3" />
    <span class="truncate font-medium">{row.name}</span>
  </span>
))

export const OwnerCell = component$<Cell>(({ row }) => <>{row.user.full_name}</>)

export const ScopesCell = component$<Cell>(({ row }) =>
  row.scopes.length === 1 ? <Badge text={row.scopes[0] ?? ""} /> : <>{counted(row.scopes.length, "scope")}</>
)

export const StateCell = component$<Cell>(({ row }) => <TokenState state={row.state} />)

export const ExpiresCell = component$<Cell>(({ row }) => <Ago at={row.expires_at} />)
