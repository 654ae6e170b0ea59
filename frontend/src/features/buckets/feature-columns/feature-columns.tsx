import { $, component$ } from "@builder.io/qwik"
import type { Column } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { Bucket } from "~/features/buckets/bucket"
import type { FeatureName } from "~/features/buckets/bucket-features/feature"
import { summaryBesideState, FeatureState, stateWord } from "../feature-states/feature-state"

const LABELS: Readonly<Record<FeatureName, string>> = {
  versioning: "Versioning (read now)",
  encryption: "Encryption",
  object_lock: "Object lock",
  tags: "Tags",
  quota: "Quota (as set)",
  public_access_block: "Public access block",
  acl: "ACL",
  policy: "Policy",
  cors: "CORS",
  website: "Website",
  lifecycle: "Lifecycle",
  logging: "Logging",
  notifications: "Notifications",
  replication: "Replication"
}

const PREFIX = "features."

const cellOf = ({ features }: Bucket, column: string) => features?.[column.slice(PREFIX.length) as FeatureName]

const FeatureCell = component$<{ readonly row: Bucket; readonly column: string }>(({ column, row }) => {
  const cell = cellOf(row, column)
  if (cell === undefined) return <span class="text-ink-3">…</span>
  const hint = cell.problem?.detail ?? summaryBesideState(cell.state, cell.summary)
  return (
    <span class="flex min-w-0 items-center gap-2" title={hint}>
      <FeatureState state={cell.state} hasSummary={cell.problem === null && cell.summary !== ""} />
      {hint !== "" && (
        <span class="truncate text-ink-2">
          {cell.problem !== null && <Icon name="triangle-alert" class="mr-1 inline" />}
          {hint}
        </span>
      )}
    </span>
  )
})

const text$ = $((row: Bucket, column: string): string => {
  const cell = cellOf(row, column)
  if (cell === undefined) return ""
  const more = cell.problem?.detail ?? summaryBesideState(cell.state, cell.summary)
  const { text } = stateWord(cell.state, cell.problem === null && cell.summary !== "")
  return more === "" ? text : `${text}: ${more}`
})

/** Hidden until the user chooses one, as each needs gateway requests; other columns are hidden before it. */
export const FEATURE_COLUMNS = Object.entries(LABELS).map(
  ([feature, label]): Column<Bucket> & { readonly sortable?: false } => ({
    key: `${PREFIX}${feature}`,
    label,
    width: "m",
    priority: 2,
    optional: true,
    readWhenShown: true,
    cell: FeatureCell,
    text$
  })
)
