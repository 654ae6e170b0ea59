import { Schema } from "effect"

/** What a sweep of ended sign-ins did. `skipped`: another process was at it. */
export const AccessSweepReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  /** Direct S3 sessions whose keys were erased. */
  erased_count: Schema.Int,
  cleared_count: Schema.Int
}).annotate({ identifier: "AccessSweepReport" })
export type AccessSweepReport = typeof AccessSweepReport.Type
