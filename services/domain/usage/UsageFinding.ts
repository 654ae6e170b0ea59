import { Schema } from "effect"

export const findingCodes = [
  "no_statistics",
  "unreadable",
  "partial",
  "old_uploads",
  "many_noncurrent",
  "quota_near",
  "no_lifecycle",
  "counts_differ"
] as const
export const FindingCode = Schema.Literals(findingCodes).annotate({ identifier: "UsageFindingCode" })
export type FindingCode = typeof FindingCode.Type

export const UsageFinding = Schema.Struct({
  code: FindingCode,
  severity: Schema.Literals(["info", "warning"]),
  text: Schema.String,
  bucket_count: Schema.Int,
  buckets: Schema.Array(Schema.String)
}).annotate({ identifier: "UsageFinding" })
export type UsageFinding = typeof UsageFinding.Type
