import { $ } from "@builder.io/qwik"
import type { SortKey } from "~/client/contract"
import { type Column, columns } from "~/components/resource-table"
import { FEATURE_COLUMNS } from "~/features/buckets/feature-columns/feature-columns"
import { ContextCell, NameCell, TagsCell } from "./cells"
import { PARAM_COLUMNS } from "./param-columns"
import { type ClusterBucket, type OpsBucket, tagLabels, type WorkbenchBucket } from "./workbench-row"

const usage = [
  { key: "used_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "object_count", label: "Objects", width: "s", priority: 2, numeric: true, sortable: true, format: "int" }
] as const
const index = [
  {
    key: "objects_per_shard",
    label: "Objects per index shard",
    width: "s",
    priority: 4,
    numeric: true,
    sortable: true,
    format: "int",
    optional: true
  },
  {
    key: "unfinished_uploads",
    label: "Unfinished uploads",
    width: "s",
    priority: 4,
    numeric: true,
    sortable: true,
    format: "int",
    optional: true
  }
] as const
const tags = {
  key: "tags",
  label: "Tags",
  width: "m",
  priority: 3,
  cell: TagsCell,
  text$: $((row: WorkbenchBucket) => tagLabels(row))
} as const
const created = {
  key: "created_at",
  label: "Created",
  width: "s",
  priority: 4,
  sortable: true,
  format: "ago"
} as const

/** Other than in the Manager, whose rows have versioning already, and whose tags are those of S3. */
const LABELS: Readonly<Record<string, string>> = { "features.tags": "S3 tags", "features.versioning": "Versioning" }

const features = <R extends WorkbenchBucket>() =>
  [
    ...FEATURE_COLUMNS.map((column) => ({ ...column, label: LABELS[column.key] ?? column.label })),
    ...PARAM_COLUMNS
  ] as ReadonlyArray<unknown> as ReadonlyArray<Column<R> & { readonly sortable?: false }>

export const CLUSTER_COLUMNS = columns<ClusterBucket, SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/buckets">>(
  [
    { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
    { key: "tenant", label: "Tenant", width: "s", priority: 3, sortable: true, absent: "—" },
    { key: "owner", label: "Owner", width: "m", priority: 2, sortable: true, format: "mono" },
    ...usage,
    ...index,
    created,
    tags,
    ...features<ClusterBucket>()
  ]
)

export const OPS_COLUMNS = columns<OpsBucket, SortKey<"GET /api/storage-ops/buckets">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "context_name", label: "Context", width: "m", priority: 1, sortable: true, cell: ContextCell },
  { key: "endpoint_name", label: "Endpoint", width: "m", priority: 3, sortable: true },
  { key: "tenant", label: "Tenant", width: "s", priority: 4, sortable: true, absent: "—" },
  { key: "owner", label: "Owner", width: "m", priority: 4, sortable: true, format: "mono", optional: true },
  ...usage,
  ...index,
  created,
  tags,
  ...features<OpsBucket>()
])
