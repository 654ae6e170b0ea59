import { Schema } from "effect"

const Count = Schema.Int
/** Bytes. */
const Size = Schema.Int

/** Versions without delete markers. */
const part = { count: Count, bytes: Size }

/** Half-open range; `below_bytes` null: no upper bound. */
export const SizeClass = Schema.Struct({ from_bytes: Size, below_bytes: Schema.NullOr(Size), ...part }).annotate({
  identifier: "UsageSizeClass"
})
export type SizeClass = typeof SizeClass.Type

/** Age range in days; `below_days` null: no upper bound. */
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
  /** Parts of `bytes`. */
  written_7_days_bytes: Size,
  written_30_days_bytes: Size
}).annotate({ identifier: "UsagePrefix" })
export type PrefixShare = typeof PrefixShare.Type

export const UnfinishedUploads = Schema.Struct({
  count: Count,
  /** Older than 7 days. */
  old_count: Count,
  bytes: Size,
  /** False: some parts were not listed, so `bytes` is a lower bound. */
  bytes_complete: Schema.Boolean,
  oldest_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UsageUploads" })

/**
 * Result of listing versions and uploads. Classes cover current and old versions. Unless `complete`, the figures cover
 * the first keys of a bucket and are lower bounds.
 */
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
  /** Top 50 by bytes and top 20 by bytes of 30 days; null: the context may not browse objects. */
  prefixes: Schema.NullOr(Schema.Array(PrefixShare))
}).annotate({ identifier: "UsageContents" })
export type UsageContents = typeof UsageContents.Type

export const ScannedBuckets = Schema.Struct({
  whole: Count,
  /** Too large: first keys only. */
  partial: Count,
  /** Refused, or failed. */
  failed: Count,
  never: Count
}).annotate({ identifier: "UsageLookedBuckets" })

export const ContextContents = Schema.Struct({ ...UsageContents.fields, buckets: ScannedBuckets }).annotate({
  identifier: "UsageContextContents"
})
export type ContextContents = typeof ContextContents.Type
