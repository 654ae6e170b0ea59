import { Schema } from "effect"

/** What a look at changes of gateways whose outcome was missing found out. */
export const ReconciliationReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  success_count: Schema.Int,
  failure_count: Schema.Int,
  /** Nobody will ever know: asked for too long ago, or no way left to ask. */
  unknown_count: Schema.Int,
  /** Still without outcome: the gateway did not tell, or may still be at it. */
  open_count: Schema.Int,
  /** Intents that were told long ago and are kept no longer; their audit entries stay. */
  purged_count: Schema.Int
}).annotate({ identifier: "ReconciliationReport" })
export type ReconciliationReport = typeof ReconciliationReport.Type
