import { Schema } from "effect"

const Count = Schema.Int
const Size = Schema.Int

const part = { count: Count, bytes: Size }

export const SizeClass = Schema.Struct({ from_bytes: Size, below_bytes: Schema.NullOr(Size), ...part }).annotate({
  identifier: "UsageSizeClass"
})
export type SizeClass = typeof SizeClass.Type

export const AgeClass = Schema.Struct({ from_days: Count, below_days: Schema.NullOr(Count), ...part }).annotate({
  identifier: "UsageAgeClass"
})
export type AgeClass = typeof AgeClass.Type

export const StorageClassShare = Schema.Struct({ storage_class: Schema.String, ...part }).annotate({
  identifier: "UsageStorageClass"
})

/** `prefix`: first segment of the keys, with its slash; empty for keys without one. */
export const PrefixShare = Schema.Struct({
  bucket: Schema.String,
  prefix: Schema.String,
  ...part,
  written_7_days_bytes: Size,
  written_30_days_bytes: Size
}).annotate({ identifier: "UsagePrefix" })
export type PrefixShare = typeof PrefixShare.Type

export const UnfinishedUploads = Schema.Struct({
  count: Count,
  old_count: Count,
  bytes: Size,
  /** False: some parts were not listed, so `bytes` is a lower bound. */
  bytes_complete: Schema.Boolean,
  oldest_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UsageUploads" })

/** Classes cover current and old versions. Unless `complete`, figures are lower bounds from the first keys. */
export const UsageContents = Schema.Struct({
  looked_at: Schema.String,
  complete: Schema.Boolean,
  listed_count: Count,
  current: Schema.Struct(part).annotate({ identifier: "UsagePart" }),
  noncurrent: Schema.Struct(part).annotate({ identifier: "UsagePart" }),
  delete_marker_count: Count,
  uploads: UnfinishedUploads,
  /** Old versions and parts of unfinished uploads, which a plain listing omits. */
  hidden_bytes: Size,
  size_classes: Schema.Array(SizeClass),
  ages: Schema.Array(AgeClass),
  storage_classes: Schema.Array(StorageClassShare),
  prefixes: Schema.NullOr(Schema.Array(PrefixShare))
}).annotate({ identifier: "UsageContents" })
export type UsageContents = typeof UsageContents.Type

export const ScannedBuckets = Schema.Struct({
  whole: Count,
  partial: Count,
  failed: Count,
  never: Count
}).annotate({ identifier: "UsageLookedBuckets" })

export const ContextContents = Schema.Struct({ ...UsageContents.fields, buckets: ScannedBuckets }).annotate({
  identifier: "UsageContextContents"
})
export type ContextContents = typeof ContextContents.Type
