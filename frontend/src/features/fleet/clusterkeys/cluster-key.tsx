import { component$ } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import { Badge } from "~/components/ui/badge"

export type ClusterKey = Row<"GET /api/manager/cluster/keys">

export const keyUses = ({ connection_key, console_key, endpoint_key }: ClusterKey): ReadonlyArray<string> => [
  ...(console_key ? ["Used by Stowage"] : []),
  ...(endpoint_key ? ["Technical key"] : []),
  ...(connection_key ? ["In an S3 connection"] : [])
]

export const isUsedByStowage = ({ console_key, endpoint_key }: ClusterKey): boolean => console_key || endpoint_key

export const KeyStateCell = component$<{ readonly row: ClusterKey }>(({ row }) => (
  <Badge text={row.active ? "Active" : "Switched off"} tone={row.active ? "ok" : "neutral"} />
))

export const KeyUsesCell = component$<{ readonly row: ClusterKey }>(({ row }) => (
  <span class="flex flex-wrap gap-1">
    {keyUses(row).map((use) => (
      <Badge key={use} text={use} tone={use === "In an S3 connection" ? "warn" : "info"} />
    ))}
  </span>
))
