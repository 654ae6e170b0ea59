import type { SortKey } from "~/client/contract"
import { columns } from "~/components/resource-table"
import { FEATURE_COLUMNS } from "~/features/buckets/feature-columns/feature-columns"
import type { Bucket } from "./bucket"
import { NameCell, ObjectsCell, QuarantineCell, QuotaCell, VersioningCell } from "./cells"

export const BUCKET_COLUMNS = columns<Bucket, SortKey<"GET /api/manager/buckets">>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "owner", label: "Owner", width: "m", priority: 4, sortable: true, format: "mono", optional: true },
  {
    key: "object_count",
    label: "Objects",
    width: "s",
    priority: 2,
    numeric: true,
    sortable: true,
    format: "int",
    cell: ObjectsCell
  },
  { key: "used_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "quota_usage", label: "Quota", width: "m", priority: 2, sortable: true, cell: QuotaCell },
  { key: "versioning", label: "Versioning", width: "s", priority: 4, cell: VersioningCell },
  { key: "created_at", label: "Created", width: "s", priority: 3, sortable: true, format: "ago" },
  {
    key: "quarantine_until",
    label: "Deleted on",
    width: "m",
    priority: 2,
    sortable: true,
    optional: true,
    format: "date",
    cell: QuarantineCell
  },
  ...FEATURE_COLUMNS
])
