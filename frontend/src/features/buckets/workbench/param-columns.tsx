import { $, component$ } from "@builder.io/qwik"
import type { Column } from "~/components/resource-table"
import { stateWord } from "~/features/buckets/feature-states/feature-state"
import type { WorkbenchBucket } from "./workbench-row"

type Params = NonNullable<WorkbenchBucket["params"]>

export const paramText = (row: Pick<WorkbenchBucket, "params">, name: keyof Params): string => {
  const cell = row.params?.[name]
  if (cell === undefined || cell.state === "unknown" || cell.state === "unavailable")
    return stateWord(cell?.state ?? "unknown", false).text
  return cell.values.length === 0 ? "—" : cell.values.join(", ")
}

interface Props {
  readonly row: WorkbenchBucket
}

const Text = component$<{ readonly text: string }>(({ text }) => (
  <span class="num truncate" title={text}>
    {text}
  </span>
))

const Expiration = component$<Props>(({ row }) => <Text text={paramText(row, "lifecycle_expiration_days")} />)
const Noncurrent = component$<Props>(({ row }) => <Text text={paramText(row, "lifecycle_noncurrent_days")} />)
const Uploads = component$<Props>(({ row }) => <Text text={paramText(row, "lifecycle_abort_multipart_days")} />)
const Retention = component$<Props>(({ row }) => <Text text={paramText(row, "object_lock_retention_days")} />)

const shape = { width: "s", priority: 2, optional: true } as const

export const PARAM_COLUMNS: ReadonlyArray<Column<WorkbenchBucket> & { readonly sortable?: false }> = [
  {
    ...shape,
    key: "params.lifecycle_expiration_days",
    label: "Expires after (days)",
    cell: Expiration,
    text$: $((row: WorkbenchBucket) => paramText(row, "lifecycle_expiration_days"))
  },
  {
    ...shape,
    key: "params.lifecycle_noncurrent_days",
    label: "Old versions kept (days)",
    cell: Noncurrent,
    text$: $((row: WorkbenchBucket) => paramText(row, "lifecycle_noncurrent_days"))
  },
  {
    ...shape,
    key: "params.lifecycle_abort_multipart_days",
    label: "Uploads aborted after (days)",
    cell: Uploads,
    text$: $((row: WorkbenchBucket) => paramText(row, "lifecycle_abort_multipart_days"))
  },
  {
    ...shape,
    key: "params.object_lock_retention_days",
    label: "Default retention (days)",
    cell: Retention,
    text$: $((row: WorkbenchBucket) => paramText(row, "object_lock_retention_days"))
  }
]
