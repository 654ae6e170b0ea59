import { Schema } from "effect"

export const UploadSweepReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  aborted_count: Schema.Int,
  failed_count: Schema.Int
}).annotate({ identifier: "UploadSweepReport" })
export type UploadSweepReport = typeof UploadSweepReport.Type
