import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { type AuditLogEntry, STATUS_LABELS, VIA_LABELS, entityText, actorText } from "./entry"

interface Cell {
  readonly row: AuditLogEntry
}

export const ActionCell = component$<Cell>(({ row }) => (
  <span class="block truncate font-mono text-xs font-medium" title={row.action}>
    {row.action}
  </span>
))

export const StatusCell = component$<Cell>(({ row }) => (
  <Badge text={STATUS_LABELS[row.status].label} tone={STATUS_LABELS[row.status].tone} />
))

export const ActorCell = component$<Cell>(({ row }) => (
  <span class="block truncate" title={`${actorText(row)}, ${VIA_LABELS[row.actor.via].toLowerCase()}`}>
    {row.actor.email ?? <span class="text-ink-3">{actorText(row)}</span>}
  </span>
))

export const EntityCell = component$<Cell>(({ row }) => (
  <span class="flex min-w-0 items-baseline gap-1">
    <span class="truncate">{entityText(row)}</span>{" "}
    <span class="flex-none text-xs text-ink-3">{row.entity.type.replaceAll("_", " ")}</span>
  </span>
))
