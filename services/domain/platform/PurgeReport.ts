import { Schema } from "effect"

export const PurgeReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  reason: Schema.NullOr(Schema.Literals(["lease_held", "disabled"])),
  purged_count: Schema.Int,
  retention_days: Schema.Int
}).annotate({ identifier: "PurgeReport" })
export type PurgeReport = typeof PurgeReport.Type
