import { Schema } from "effect"

/** What may be found wrong with the usage of buckets. */
export const findingCodes = [
  /** The gateway gave no statistics. */
  "no_statistics",
  /** Its contents could not be listed. */
  "unreadable",
  /** Too large to be listed whole. */
  "partial",
  /** Unfinished uploads older than 7 days. */
  "old_uploads",
  /** Noncurrent versions are most of what it holds. */
  "many_noncurrent",
  /** Its quota is used to 85 % or more. */
  "quota_near",
  /** It has no lifecycle rules. */
  "no_lifecycle",
  /** What was listed is not what the gateway's statistics say. */
  "counts_differ"
] as const
export const FindingCode = Schema.Literals(findingCodes).annotate({ identifier: "UsageFindingCode" })
export type FindingCode = typeof FindingCode.Type

/** A warning, once for all buckets that it is about. */
export const UsageFinding = Schema.Struct({
  code: FindingCode,
  severity: Schema.Literals(["info", "warning"]),
  /** One sentence; also among the snapshot's `warnings`, when it is one. */
  text: Schema.String,
  bucket_count: Schema.Int,
  /** The first 20, by name. */
  buckets: Schema.Array(Schema.String)
}).annotate({ identifier: "UsageFinding" })
export type UsageFinding = typeof UsageFinding.Type
