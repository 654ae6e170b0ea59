import { Schema } from "effect"
import { someOf } from "../platform/Filters.ts"
import { type OffsetQuery, pageOf } from "../platform/Paging.ts"
import { FindingCode, findingCodes } from "./UsageFinding.ts"
import { StorageClassShare, UsageContents } from "./UsageContents.ts"

/** Null: not known; of what contents say: nobody looked yet. */
const Known = Schema.NullOr(Schema.Int)

/** How far a bucket's contents were listed. */
export const lookedStates = ["never", "whole", "partial", "failed"] as const
export type LookedState = typeof lookedStates[number]

/** The latest usage of one bucket. Sizes in bytes. `used_bytes` and `object_count` are the gateway's: noncurrent versions and parts of uploads count. */
export const BucketUsage = Schema.Struct({
  name: Schema.String,
  tenant: Schema.String,
  used_bytes: Known,
  object_count: Known,
  /** The fuller of its own quotas, 1 is full; null: none is set. */
  quota_usage: Schema.NullOr(Schema.Finite),
  looked: Schema.Literals(lookedStates),
  /** Why its contents could not be listed: the gateway's code. */
  problem: Schema.NullOr(Schema.String),
  hidden_bytes: Known,
  noncurrent_count: Known,
  noncurrent_bytes: Known,
  delete_marker_count: Known,
  upload_count: Known,
  old_upload_count: Known,
  upload_bytes: Known,
  /** Against the first of the last 30 days on which it was measured, a new one against nothing; null: its context was measured on one day only, or a recount tells it, which does not look back. */
  grown_bytes: Known,
  has_lifecycle: Schema.NullOr(Schema.Boolean),
  findings: Schema.Array(FindingCode),
  /** The gateway's statistics, as `used_bytes` and `object_count` have them. */
  statistics: Schema.Struct({ used_bytes: Known, object_count: Known }).annotate({ identifier: "BucketUsageStatistics" }),
  /** How its versions, current or not, are distributed over storage classes; empty while nobody looked into it. */
  distribution: Schema.Array(StorageClassShare),
  /** In words, those of `findings` that are warnings; null: none. */
  warnings: Schema.NullOr(Schema.Array(Schema.String)),
  /** When the gateway's statistics were read. */
  calculated_at: Schema.String,
  /** When any of it was last written. */
  updated_at: Schema.String,
  looked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BucketUsage" })
export type BucketUsage = typeof BucketUsage.Type

export const bucketUsageSortKeys = ["name", "used_bytes", "object_count", "quota_usage", "hidden_bytes", "noncurrent_bytes", "delete_marker_count", "upload_count", "upload_bytes", "grown_bytes"] as const
export type BucketUsageSort = typeof bucketUsageSortKeys[number]

/** How far back `grown_bytes` looks, in days. */
export const grownWithin = 30

/** What narrows a listing of usage: any of the states, any of the findings. */
export const bucketUsageFilters = {
  looked: Schema.optionalKey(someOf(lookedStates)),
  finding: Schema.optionalKey(someOf(findingCodes))
}
const Filters = Schema.Struct(bucketUsageFilters)
export type BucketUsageQuery = OffsetQuery<BucketUsageSort> & typeof Filters.Type

export const BucketUsagePage = pageOf(BucketUsage).annotate({ identifier: "BucketUsagePage" })

/** One bucket: its row, and what was found in it; null while nobody looked. */
export const BucketUsageDetail = Schema.Struct({ bucket: BucketUsage, contents: Schema.NullOr(UsageContents) }).annotate({ identifier: "BucketUsageDetail" })
export type BucketUsageDetail = typeof BucketUsageDetail.Type
