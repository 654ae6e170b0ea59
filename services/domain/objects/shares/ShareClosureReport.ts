import { Schema } from "effect"

export const ShareClosureReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  closed_count: Schema.Int,
  reopened_count: Schema.Int
}).annotate({ identifier: "ShareClosureReport" })
export type ShareClosureReport = typeof ShareClosureReport.Type
