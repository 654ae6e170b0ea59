import { Schema } from "effect"

/** What a sweep of abandoned uploads did. */
export const UploadSweepReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  aborted_count: Schema.Int,
  /** Still there: their gateway did not answer; the next sweep tries again. */
  failed_count: Schema.Int
})
export type UploadSweepReport = typeof UploadSweepReport.Type
