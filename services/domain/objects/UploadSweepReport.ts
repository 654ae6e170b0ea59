import { Schema } from "effect"

/** Result of a sweep of abandoned uploads. */
export const UploadSweepReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  aborted_count: Schema.Int,
  /** Gateway unavailable; retried by the next sweep. */
  failed_count: Schema.Int
})
export type UploadSweepReport = typeof UploadSweepReport.Type
