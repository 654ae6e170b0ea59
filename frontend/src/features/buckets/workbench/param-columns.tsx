import { $, component$ } from "@builder.io/qwik"
import type { Column } from "~/components/resource-table"
import { stateWord } from "~/features/buckets/feature-states/feature-state"
import type { WorkbenchBucket } from "./workbench-row"

type Param = keyof NonNullable<WorkbenchBucket["params"]>

const LABELS: Readonly<Partial<Record<Param, string>>> = {
  lifecycle_expiration_days: "Expires after (days)",
  lifecycle_noncurrent_days: "Old versions kept (days)",
  lifecycle_abort_multipart_days: "Uploads aborted after (days)",
  object_lock_retention_days: "Default retention (days)",
  lifecycle_rule_id: "Lifecycle rules",
  lifecycle_prefix: "Lifecycle prefixes",
  object_lock_mode: "Default lock mode",
  tags_key: "S3 tag keys",
  tags_value: "S3 tag values",
  policy_statement_count: "Policy statements",
  cors_rule_id: "CORS rules",
  cors_allowed_method: "CORS methods",
  cors_allowed_origin: "CORS origins",
  logging_target_bucket: "Log bucket"
}

const PREFIX = "params."

const textOf = ({ params }: WorkbenchBucket, column: string): string => {
  const cell = params?.[column.slice(PREFIX.length) as Param]
  if (cell === undefined || cell.state === "unknown" || cell.state === "unavailable")
    return stateWord(cell?.state ?? "unknown", false).text
  return cell.values.length === 0 ? "—" : cell.values.join(", ")
}

const ParamCell = component$<{ readonly row: WorkbenchBucket; readonly column: string }>(({ column, row }) => {
  const text = textOf(row, column)
  return (
    <span class="num truncate" title={text}>
      {text}
    </span>
  )
})

const text$ = $((row: WorkbenchBucket, column: string) => textOf(row, column))

export const PARAM_COLUMNS = Object.entries(LABELS).map(
  ([param, label]): Column<WorkbenchBucket> & { readonly sortable?: false } => ({
    key: `${PREFIX}${param}`,
    label,
    width: "s",
    priority: 2,
    optional: true,
    cell: ParamCell,
    text$
  })
)
