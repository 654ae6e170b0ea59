import { component$ } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { FirstOf, IN_CELL } from "~/components/ui/first-of"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { HealthBadge } from "./health-badge"
import { useHealthOf } from "./live-health"

export type StorageEndpoint = Row<"GET /api/admin/storage-endpoints">

interface Cell {
  readonly row: StorageEndpoint
}

export const PROVIDER_LABELS = { cluster: "Ceph", cloud: "Cloud", other: "Other" } as const

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="server" class="text-ink-3" />
    <span class="truncate font-medium">{row.name}</span>
    {row.is_default && <Badge text="Default" tone="info" />}
    {row.is_sandbox && <Badge text="Sandbox" />}
    {row.source === "environment" && <Badge text="Environment" icon="lock" />}
  </span>
))

export const HealthCell = component$<Cell>(({ row }) => {
  const live = useHealthOf()
  return <HealthBadge health={live.of[row.id]?.health ?? row.health} />
})
export const Tag = (props: { readonly text: string }) => (
  <span class="badge max-w-full min-w-0">
    <span class="truncate">{props.text}</span>
  </span>
)

export const TagsCell = component$<Cell>(({ row }) => (
  <FirstOf all={row.tags}>
    {row.tags.slice(0, IN_CELL).map((tag) => (
      <Tag key={tag} text={tag} />
    ))}
  </FirstOf>
))
export const KindCell = component$<Cell>(({ row }) => <>{PROVIDER_LABELS[row.provider]}</>)
export const ContextsCell = component$<Cell>(({ row }) => <>{int(row.account_count + row.s3_user_count)}</>)
