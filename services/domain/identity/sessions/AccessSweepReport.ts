import { Schema } from "effect"

export const AccessSweepReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  erased_count: Schema.Int,
  cleared_count: Schema.Int
}).annotate({ identifier: "AccessSweepReport" })
export type AccessSweepReport = typeof AccessSweepReport.Type
