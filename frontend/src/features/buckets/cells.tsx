import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { Meter } from "~/components/ui/meter"
import { NavLink } from "~/components/ui/nav-link"
import { bucketHref, fullName } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { date, int } from "~/lib/format"
import type { Bucket } from "./bucket"

interface Cell {
  readonly row: Bucket
}

const QUARANTINE = { quarantined: "quarantine", deleting: "being deleted", failed: "not deleted" } as const

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon name="database" class="text-ink-3" />
    <span class="truncate font-medium" title={row.name}>
      {row.name}
    </span>
    {row.quarantine !== null && <span class="badge badge-warn">{QUARANTINE[row.quarantine]}</span>}
    {row.object_lock === true && (
      <span class="badge">
        <Icon name="lock" />
        lock
      </span>
    )}
  </span>
))

export const ObjectsCell = component$<Cell>(({ row }) => {
  const contexts = useExecutionContexts()
  const context = contexts.current
  if (context?.capabilities.can_browse_objects !== true)
    return <>{row.object_count === null ? "—" : int(row.object_count)}</>
  const count = row.object_count === null ? null : int(row.object_count)
  return (
    <NavLink
      href={bucketHref({ bucket: fullName(row), contextId: context.id }, "objects")}
      class="link"
      label={
        count === null
          ? `Look into ${row.name}`
          : `${count} ${row.object_count === 1 ? "object" : "objects"} in ${row.name}`
      }
    >
      {count ?? "Look"}
    </NavLink>
  )
})

export const quotaOf = (
  row: Bucket
): { readonly used: number; readonly limit: number; readonly label: string } | null => {
  const size =
    row.quota_max_size_bytes !== null && row.used_bytes !== null
      ? { used: row.used_bytes, limit: row.quota_max_size_bytes, label: `the size quota of ${row.name}` }
      : null
  const objects =
    row.quota_max_objects !== null && row.object_count !== null
      ? { used: row.object_count, limit: row.quota_max_objects, label: `the object quota of ${row.name}` }
      : null
  if (size === null || objects === null) return size ?? objects
  return size.used * objects.limit >= objects.used * size.limit ? size : objects
}

export const QuotaCell = component$<Cell>(({ row }) => {
  const quota = quotaOf(row)
  if (quota !== null) return <Meter used={quota.used} limit={quota.limit} label={quota.label} />
  return <span class="text-ink-3">{row.has_statistics ? "No quota" : "—"}</span>
})

const VERSIONING = { off: "Off", enabled: "Enabled", suspended: "Suspended" } as const

export const VersioningCell = component$<Cell>(({ row }) => (
  <span class={row.versioning === "enabled" ? "" : "text-ink-3"}>
    {row.versioning === null ? "—" : VERSIONING[row.versioning]}
  </span>
))

export const QuarantineCell = component$<Cell>(({ row }) => (
  <>{row.quarantine_until === null ? "—" : date(row.quarantine_until)}</>
))
