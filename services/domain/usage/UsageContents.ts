import { Schema } from "effect"

const Count = Schema.Int
/** Bytes. */
const Size = Schema.Int

/** How many versions (delete markers aside) a class has, and their bytes. */
const part = { count: Count, bytes: Size }

/** Versions of a size: from `from_bytes` on and below `below_bytes` (null: no end). */
export const SizeClass = Schema.Struct({ from_bytes: Size, below_bytes: Schema.NullOr(Size), ...part }).annotate({ identifier: "UsageSizeClass" })
export type SizeClass = typeof SizeClass.Type

/** Versions written `from_days` days ago or before, and less than `below_days` days ago (null: no end). */
export const AgeClass = Schema.Struct({ from_days: Count, below_days: Schema.NullOr(Count), ...part }).annotate({ identifier: "UsageAgeClass" })
export type AgeClass = typeof AgeClass.Type

export const StorageClassShare = Schema.Struct({ storage_class: Schema.String, ...part }).annotate({ identifier: "UsageStorageClass" })

/** What lies below a prefix: the first part of the keys, with its slash; empty for keys without one. */
export const PrefixShare = Schema.Struct({
  bucket: Schema.String, prefix: Schema.String, ...part,
  /** Of these bytes, those written in the last 7 and 30 days. */
  written_7_days_bytes: Size, written_30_days_bytes: Size
}).annotate({ identifier: "UsagePrefix" })
export type PrefixShare = typeof PrefixShare.Type

/** Unfinished multipart uploads. */
export const UnfinishedUploads = Schema.Struct({
  count: Count,
  /** Of these, begun more than 7 days ago. */
  old_count: Count,
  /** Of the parts that were looked at … */
  bytes: Size,
  /** … which are all of them, or not: then there are more bytes than that. */
  bytes_complete: Schema.Boolean,
  oldest_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "UsageUploads" })

/**
 * What listings of versions and uploads found, in one bucket or in all that were looked into. Classes are of all versions, current or not.
 * `complete`: everything was listed; otherwise these are the figures of what was, the first keys of a bucket: there is at least as much.
 */
export const UsageContents = Schema.Struct({
  /** When the first of it was listed. */
  looked_at: Schema.String,
  complete: Schema.Boolean,
  /** Versions and delete markers that were listed. */
  listed_count: Count,
  current: Schema.Struct(part).annotate({ identifier: "UsagePart" }),
  noncurrent: Schema.Struct(part).annotate({ identifier: "UsagePart" }),
  delete_marker_count: Count,
  uploads: UnfinishedUploads,
  /** What a plain listing does not show: noncurrent versions and parts of unfinished uploads. */
  hidden_bytes: Size,
  size_classes: Schema.Array(SizeClass),
  ages: Schema.Array(AgeClass),
  storage_classes: Schema.Array(StorageClassShare),
  /** The 50 with most bytes and the 20 to which most was written in the last 30 days, by bytes; null: this context may not browse objects, and their names with them. */
  prefixes: Schema.NullOr(Schema.Array(PrefixShare))
}).annotate({ identifier: "UsageContents" })
export type UsageContents = typeof UsageContents.Type

/** How many buckets were looked into. */
export const LookedBuckets = Schema.Struct({
  whole: Count,
  /** Too large: their first keys only. */
  partial: Count,
  /** The gateway refused, or failed. */
  failed: Count,
  /** Nobody looked yet. */
  never: Count
}).annotate({ identifier: "UsageLookedBuckets" })

/** The sum over the buckets of a context. */
export const ContextContents = Schema.Struct({ ...UsageContents.fields, buckets: LookedBuckets }).annotate({ identifier: "UsageContextContents" })
export type ContextContents = typeof ContextContents.Type
