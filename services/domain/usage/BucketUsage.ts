import { Schema } from "effect"
import { commaSeparated } from "../platform/Filters.ts"
import { type OffsetQuery, pageOf } from "../platform/Paging.ts"
import { FindingCode, findingCodes } from "./UsageFinding.ts"
import { StorageClassShare, UsageContents } from "./UsageContents.ts"

const Known = Schema.NullOr(Schema.Int)

export const scanStates = ["never", "whole", "partial", "failed"] as const
export type ScanState = (typeof scanStates)[number]

/** The gateway's `used_bytes` and `object_count` include old versions and parts. */
export const BucketUsage = Schema.Struct({
  name: Schema.String,
  tenant: Schema.String,
  used_bytes: Known,
  object_count: Known,
  quota_usage: Schema.NullOr(Schema.Finite),
  looked: Schema.Literals(scanStates),
  problem: Schema.NullOr(Schema.String),
  hidden_bytes: Known,
  noncurrent_count: Known,
  noncurrent_bytes: Known,
  delete_marker_count: Known,
  upload_count: Known,
  old_upload_count: Known,
  upload_bytes: Known,
  /** Within 30 days; null: measured on one day only, or the row comes from a running recount. */
  grown_bytes: Known,
  has_lifecycle: Schema.NullOr(Schema.Boolean),
  findings: Schema.Array(FindingCode),
  statistics: Schema.Struct({ used_bytes: Known, object_count: Known }).annotate({
    identifier: "BucketUsageStatistics"
  }),
  distribution: Schema.Array(StorageClassShare),
  warnings: Schema.NullOr(Schema.Array(Schema.String)),
  calculated_at: Schema.String,
  updated_at: Schema.String,
  looked_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "BucketUsage" })
export type BucketUsage = typeof BucketUsage.Type

export const bucketUsageSortKeys = [
  "name",
  "used_bytes",
  "object_count",
  "quota_usage",
  "hidden_bytes",
  "noncurrent_bytes",
  "delete_marker_count",
  "upload_count",
  "upload_bytes",
  "grown_bytes"
] as const
export type BucketUsageSort = (typeof bucketUsageSortKeys)[number]

export const GROWTH_DAYS = 30

export const bucketUsageFilters = {
  looked: Schema.optionalKey(commaSeparated(scanStates)),
  finding: Schema.optionalKey(commaSeparated(findingCodes))
}
const Filters = Schema.Struct(bucketUsageFilters)
export type BucketUsageQuery = OffsetQuery<BucketUsageSort> & typeof Filters.Type

export const BucketUsagePage = pageOf(BucketUsage).annotate({ identifier: "BucketUsagePage" })

export const BucketUsageDetail = Schema.Struct({
  bucket: BucketUsage,
  contents: Schema.NullOr(UsageContents)
}).annotate({ identifier: "BucketUsageDetail" })
export type BucketUsageDetail = typeof BucketUsageDetail.Type
