import { Schema } from "effect"

/** Result of a sweep of ended sessions. `skipped`: another process holds the lease. */
export const AccessSweepReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  /** Direct S3 sessions whose keys were erased. */
  erased_count: Schema.Int,
  cleared_count: Schema.Int
}).annotate({ identifier: "AccessSweepReport" })
export type AccessSweepReport = typeof AccessSweepReport.Type
