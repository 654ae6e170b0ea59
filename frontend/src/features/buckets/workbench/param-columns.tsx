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
const RuleId = component$<Props>(({ row }) => <Text text={paramText(row, "lifecycle_rule_id")} />)
const Prefix = component$<Props>(({ row }) => <Text text={paramText(row, "lifecycle_prefix")} />)
const LockMode = component$<Props>(({ row }) => <Text text={paramText(row, "object_lock_mode")} />)
const TagKeys = component$<Props>(({ row }) => <Text text={paramText(row, "tags_key")} />)
const TagValues = component$<Props>(({ row }) => <Text text={paramText(row, "tags_value")} />)
const Statements = component$<Props>(({ row }) => <Text text={paramText(row, "policy_statement_count")} />)
const CorsRules = component$<Props>(({ row }) => <Text text={paramText(row, "cors_rule_id")} />)
const CorsMethods = component$<Props>(({ row }) => <Text text={paramText(row, "cors_allowed_method")} />)
const CorsOrigins = component$<Props>(({ row }) => <Text text={paramText(row, "cors_allowed_origin")} />)
const LogTarget = component$<Props>(({ row }) => <Text text={paramText(row, "logging_target_bucket")} />)

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
  },
  {
    ...shape,
    key: "params.lifecycle_rule_id",
    label: "Lifecycle rules",
    cell: RuleId,
    text$: $((row: WorkbenchBucket) => paramText(row, "lifecycle_rule_id"))
  },
  {
    ...shape,
    key: "params.lifecycle_prefix",
    label: "Lifecycle prefixes",
    cell: Prefix,
    text$: $((row: WorkbenchBucket) => paramText(row, "lifecycle_prefix"))
  },
  {
    ...shape,
    key: "params.object_lock_mode",
    label: "Default lock mode",
    cell: LockMode,
    text$: $((row: WorkbenchBucket) => paramText(row, "object_lock_mode"))
  },
  {
    ...shape,
    key: "params.tags_key",
    label: "S3 tag keys",
    cell: TagKeys,
    text$: $((row: WorkbenchBucket) => paramText(row, "tags_key"))
  },
  {
    ...shape,
    key: "params.tags_value",
    label: "S3 tag values",
    cell: TagValues,
    text$: $((row: WorkbenchBucket) => paramText(row, "tags_value"))
  },
  {
    ...shape,
    key: "params.policy_statement_count",
    label: "Policy statements",
    cell: Statements,
    text$: $((row: WorkbenchBucket) => paramText(row, "policy_statement_count"))
  },
  {
    ...shape,
    key: "params.cors_rule_id",
    label: "CORS rules",
    cell: CorsRules,
    text$: $((row: WorkbenchBucket) => paramText(row, "cors_rule_id"))
  },
  {
    ...shape,
    key: "params.cors_allowed_method",
    label: "CORS methods",
    cell: CorsMethods,
    text$: $((row: WorkbenchBucket) => paramText(row, "cors_allowed_method"))
  },
  {
    ...shape,
    key: "params.cors_allowed_origin",
    label: "CORS origins",
    cell: CorsOrigins,
    text$: $((row: WorkbenchBucket) => paramText(row, "cors_allowed_origin"))
  },
  {
    ...shape,
    key: "params.logging_target_bucket",
    label: "Log bucket",
    cell: LogTarget,
    text$: $((row: WorkbenchBucket) => paramText(row, "logging_target_bucket"))
  }
]
