import { Schema } from "effect"

export const ShareClosureReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held"])),
  /** Links that closed because their maker lost the right to the data. */
  closed_count: Schema.Int,
  /** Links that open again because the right came back. */
  reopened_count: Schema.Int
}).annotate({ identifier: "ShareClosureReport" })
export type ShareClosureReport = typeof ShareClosureReport.Type
