import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { type ProviderRow, PROVIDER_TYPES } from "./provider-row"

interface Cell {
  readonly row: ProviderRow
}

export const LabelCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name={row.type === "oidc" ? "globe" : "database"} class="text-ink-3" />
    <span class="truncate font-medium">{row.label}</span>
    {row.source === "environment" && <Badge text="Environment" icon="lock" />}
  </span>
))

export const TypeCell = component$<Cell>(({ row }) => <>{PROVIDER_TYPES[row.type]}</>)

export const PolicyCell = component$<Cell>(({ row }) => (
  <>{row.policy === "manual" ? "By hand" : "By verified e-mail"}</>
))

export const EnabledCell = component$<Cell>(({ row }) =>
  row.enabled ? <Badge text="Enabled" tone="ok" icon="circle-check" /> : <Badge text="Off" icon="ban" />
)
