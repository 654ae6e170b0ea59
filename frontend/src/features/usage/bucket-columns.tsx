import { $, component$ } from "@builder.io/qwik"
import type { SortKey } from "~/client/contract"
import { columns } from "~/components/resource-table"
import { bytes, percent } from "~/lib/format"
import { changeOfBytes } from "./change"
import type { BucketUsage } from "./usage"
import { FINDING_TITLES } from "./cleaning-actions"

interface Cell {
  readonly row: BucketUsage
}

const SCAN_LABELS = { never: "Not looked into", whole: "Whole", partial: "In part", failed: "Refused" } as const

export const scanLabel = ({ looked }: BucketUsage): string => SCAN_LABELS[looked]

export const hiddenText = ({ hidden_bytes, looked }: BucketUsage): string =>
  hidden_bytes === null ? "—" : `${looked === "partial" ? "≥ " : ""}${bytes(hidden_bytes)}`

const HiddenCell = component$<Cell>(({ row }) => (
  <span
    class={row.hidden_bytes === null ? "text-ink-3" : ""}
    title={row.looked === "partial" ? "Listed in part: there is at least as much" : undefined}
  >
    {hiddenText(row)}
  </span>
))
const QuotaCell = component$<Cell>(({ row }) => (
  <span class={row.quota_usage === null ? "text-ink-3" : row.quota_usage >= 0.85 ? "text-warn" : ""}>
    {row.quota_usage === null ? "None" : percent(row.quota_usage)}
  </span>
))
export const grownText = ({ grown_bytes }: Pick<BucketUsage, "grown_bytes">): string =>
  grown_bytes === null ? "—" : changeOfBytes(grown_bytes)

const GrownCell = component$<Cell>(({ row }) => (
  <span
    class={row.grown_bytes === null || row.grown_bytes === 0 ? "text-ink-3" : ""}
    title={row.grown_bytes === null ? "There are no figures of two days yet" : "Within 30 days"}
  >
    {grownText(row)}
  </span>
))
const LookedCell = component$<Cell>(({ row }) => (
  <span
    class={row.looked === "failed" ? "text-warn" : row.looked === "whole" ? "" : "text-ink-3"}
    title={row.problem ?? undefined}
  >
    {scanLabel(row)}
  </span>
))
const FindingsCell = component$<Cell>(({ row }) => {
  const [first, ...more] = row.findings
  return first === undefined ? (
    <span class="text-ink-3">None</span>
  ) : (
    <span class="block truncate" title={row.findings.map((code) => FINDING_TITLES[code]).join(", ")}>
      {FINDING_TITLES[first]}
      {more.length > 0 && <span class="text-ink-3"> +{more.length}</span>}
    </span>
  )
})

export const USAGE_COLUMNS = columns<BucketUsage, SortKey<"GET /api/manager/usage-stats/buckets">>([
  { key: "name", label: "Bucket", width: "name", priority: 1, sortable: true },
  { key: "used_bytes", label: "Stored", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "object_count", label: "Objects", width: "s", priority: 3, numeric: true, sortable: true, format: "int" },
  { key: "hidden_bytes", label: "Hidden", width: "s", priority: 2, numeric: true, sortable: true, cell: HiddenCell },
  { key: "grown_bytes", label: "Grown", width: "s", priority: 3, numeric: true, sortable: true, cell: GrownCell },
  { key: "quota_usage", label: "Quota used", width: "s", priority: 4, numeric: true, sortable: true, cell: QuotaCell },
  {
    key: "findings",
    label: "Found",
    width: "m",
    priority: 3,
    cell: FindingsCell,
    text$: $((row: BucketUsage) => row.findings.map((code) => FINDING_TITLES[code]).join(", "))
  },
  {
    key: "looked",
    label: "Looked into",
    width: "s",
    priority: 4,
    cell: LookedCell,
    text$: $((row: BucketUsage) => scanLabel(row))
  },
  {
    key: "noncurrent_bytes",
    label: "Old versions",
    width: "s",
    priority: 4,
    numeric: true,
    sortable: true,
    format: "bytes",
    optional: true
  },
  {
    key: "delete_marker_count",
    label: "Delete markers",
    width: "s",
    priority: 4,
    numeric: true,
    sortable: true,
    format: "int",
    optional: true
  },
  {
    key: "upload_count",
    label: "Unfinished uploads",
    width: "s",
    priority: 4,
    numeric: true,
    sortable: true,
    format: "int",
    optional: true
  },
  {
    key: "upload_bytes",
    label: "Their bytes",
    width: "s",
    priority: 4,
    numeric: true,
    sortable: true,
    format: "bytes",
    optional: true
  },
  { key: "calculated_at", label: "Counted", width: "s", priority: 4, format: "ago", optional: true }
])

export const USAGE_FILTERS = [
  {
    kind: "choice",
    many: true,
    name: "finding",
    label: "Found",
    options: Object.entries(FINDING_TITLES).map(([value, label]) => ({ value, label }))
  },
  {
    kind: "choice",
    many: true,
    name: "looked",
    label: "Looked into",
    options: Object.entries(SCAN_LABELS).map(([value, label]) => ({ value, label }))
  }
] as const
