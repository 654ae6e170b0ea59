import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { ClusterBucketPage, ClusterBucketRow, OpsBucketPage, OpsBucketRow } from "./WorkbenchRow.ts"

export const WorkbenchProgress = Schema.Struct({
  stage: Schema.Literals(["statistics", "features"]),
  processed: Schema.Int,
  total: Schema.Int,
  percent: Schema.Int
}).annotate({ identifier: "WorkbenchProgress" })
export type WorkbenchProgress = typeof WorkbenchProgress.Type

export const WorkbenchDone = Schema.Struct({ total: Schema.Int }).annotate({ identifier: "WorkbenchDone" })

/** `result`: the page of the plain GET, again when its buckets change; `rows`: changed rows of the page. */
export const ClusterBucketEvent = Schema.Union([
  streamEvent("result", ClusterBucketPage),
  streamEvent("progress", WorkbenchProgress),
  streamEvent(
    "rows",
    Schema.Struct({ rows: Schema.Array(ClusterBucketRow) }).annotate({ identifier: "ClusterBucketRows" })
  ),
  streamEvent("done", WorkbenchDone)
])
export const OpsBucketEvent = Schema.Union([
  streamEvent("result", OpsBucketPage),
  streamEvent("progress", WorkbenchProgress),
  streamEvent("rows", Schema.Struct({ rows: Schema.Array(OpsBucketRow) }).annotate({ identifier: "OpsBucketRows" })),
  streamEvent("done", WorkbenchDone)
])
