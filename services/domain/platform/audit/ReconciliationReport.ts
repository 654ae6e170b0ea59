import { Schema } from "effect"

export const ReconciliationReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  success_count: Schema.Int,
  failure_count: Schema.Int,
  unknown_count: Schema.Int,
  open_count: Schema.Int,
  purged_count: Schema.Int
}).annotate({ identifier: "ReconciliationReport" })
export type ReconciliationReport = typeof ReconciliationReport.Type
