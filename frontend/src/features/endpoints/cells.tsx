import { component$ } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { HealthBadge } from "./health-badge"

export type StorageEndpoint = Row<"GET /api/admin/storage-endpoints">

interface Cell {
  readonly row: StorageEndpoint
}

export const KINDS = { cluster: "Ceph", cloud: "Cloud", other: "Other" } as const

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="server" class="text-ink-3" />
    <span class="truncate font-medium">{row.name}</span>
    {row.is_default && <Badge text="Default" tone="info" />}
    {row.is_sandbox && <Badge text="Sandbox" />}
  </span>
))

export const HealthCell = component$<Cell>(({ row }) => <HealthBadge health={row.health} />)
export const KindCell = component$<Cell>(({ row }) => <>{KINDS[row.provider]}</>)
export const ContextsCell = component$<Cell>(({ row }) => <>{int(row.account_count + row.s3_user_count)}</>)
