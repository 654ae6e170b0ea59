import type { Query } from "~/client/contract"
import type { FilterValues } from "~/components/filters/filter"

export const BUCKET_FILTERS = [
  { kind: "text", name: "prefix", label: "Name begins with" },
  { kind: "size", name: "size", label: "Size" },
  { kind: "number", name: "objects", label: "Objects" },
  {
    kind: "choice",
    many: true,
    name: "quota",
    label: "Quota",
    options: [
      { value: "none", label: "No quota" },
      { value: "below", label: "Below 85 %" },
      { value: "near", label: "85 % and more" },
      { value: "full", label: "Full" }
    ]
  },
  {
    kind: "choice",
    many: true,
    name: "versioning",
    label: "Versioning",
    options: [
      { value: "off", label: "Off" },
      { value: "enabled", label: "Enabled" },
      { value: "suspended", label: "Suspended" }
    ]
  },
  {
    kind: "choice",
    many: true,
    name: "quarantine",
    label: "Quarantine",
    options: [
      { value: "none", label: "In none" },
      { value: "quarantined", label: "In quarantine" },
      { value: "deleting", label: "Being deleted" },
      { value: "failed", label: "Not deleted" }
    ]
  },
  { kind: "time", name: "created", label: "Created" }
] as const

type BucketQuery = Query<"GET /api/manager/buckets">

export const narrowing = ({
  created,
  objects,
  prefix,
  quarantine,
  quota,
  size,
  versioning
}: FilterValues<typeof BUCKET_FILTERS>) =>
  ({
    name_prefix: prefix,
    used_bytes_min: size?.min,
    used_bytes_max: size?.max,
    object_count_min: objects?.min,
    object_count_max: objects?.max,
    created_after: created?.after,
    created_before: created?.before,
    quota: quota?.join(","),
    versioning: versioning?.join(","),
    quarantine: quarantine?.join(",")
  }) satisfies { readonly [F in keyof BucketQuery]?: BucketQuery[F] | null }
