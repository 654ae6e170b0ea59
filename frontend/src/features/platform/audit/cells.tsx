import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { type AuditLogEntry, STATUS, VIA, whatOf, whoOf } from "./entry"

interface Cell {
  readonly row: AuditLogEntry
}

export const ActionCell = component$<Cell>(({ row }) => (
  <span class="block truncate font-mono text-xs font-medium" title={row.action}>
    {row.action}
  </span>
))

export const StatusCell = component$<Cell>(({ row }) => (
  <Badge text={STATUS[row.status].label} tone={STATUS[row.status].tone} />
))

export const WhoCell = component$<Cell>(({ row }) => (
  <span class="block truncate" title={`${whoOf(row)}, ${VIA[row.actor.via].toLowerCase()}`}>
    {row.actor.email ?? <span class="text-ink-3">{whoOf(row)}</span>}
  </span>
))

export const WhatCell = component$<Cell>(({ row }) => (
  <span class="flex min-w-0 items-baseline gap-1">
    <span class="truncate">{whatOf(row)}</span>{" "}
    <span class="flex-none text-xs text-ink-3">{row.entity.type.replaceAll("_", " ")}</span>
  </span>
))
