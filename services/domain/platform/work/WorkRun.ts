import { Schema, SchemaTransformation } from "effect"
import { cursorPageOf } from "../Cursor.ts"
import { streamEvent } from "../streamEvent.ts"
import { itemStates, runStates, runActions } from "./runState.ts"

export const WorkTotals = Schema.Struct({
  total: Schema.Int,
  pending: Schema.Int,
  running: Schema.Int,
  awaiting_cutover: Schema.Int,
  completed: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int,
  canceled: Schema.Int,
  rolled_back: Schema.Int
}).annotate({ identifier: "WorkTotals" })
export type WorkTotals = typeof WorkTotals.Type

const Starter = Schema.Struct({ user_id: Schema.NullOr(Schema.Int), email: Schema.NullOr(Schema.String) }).annotate({
  identifier: "WorkStarter"
})

export const WorkItemProgress = Schema.Struct({
  done: Schema.Int,
  total: Schema.NullOr(Schema.Int),
  unit: Schema.String,
  note: Schema.String
}).annotate({ identifier: "WorkItemProgress" })
export type WorkItemProgress = typeof WorkItemProgress.Type

export const WorkRun = Schema.Struct({
  id: Schema.Int,
  kind: Schema.String,
  title: Schema.String,
  state: Schema.Literals(runStates),
  direction: Schema.Literals(["forward", "back"]),
  totals: WorkTotals,
  undoable: Schema.Int,
  progress: Schema.NullOr(WorkItemProgress),
  wishes: Schema.Array(Schema.Literals(runActions)),
  params: Schema.Json,
  plan_hash: Schema.String,
  started_by: Starter,
  orphaned: Schema.Boolean,
  created_at: Schema.DateTimeUtcFromString,
  started_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "WorkRun" })
export type WorkRun = typeof WorkRun.Type

export const WorkItem = Schema.Struct({
  ordinal: Schema.Int,
  label: Schema.String,
  detail: Schema.String,
  before: Schema.String,
  after: Schema.String,
  state: Schema.Literals(itemStates),
  attempts: Schema.Int,
  progress: Schema.NullOr(WorkItemProgress),
  result: Schema.Record(Schema.String, Schema.Json),
  problem: Schema.NullOr(Schema.Struct({ code: Schema.String, detail: Schema.String })),
  can_undo: Schema.Boolean,
  started_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "WorkItem" })
export type WorkItem = typeof WorkItem.Type

export const PlannedChange = Schema.Struct({
  label: Schema.String,
  detail: Schema.String,
  before: Schema.String,
  after: Schema.String
}).annotate({ identifier: "PlannedChange" })
export type PlannedChange = typeof PlannedChange.Type

export const WorkPlan = Schema.Struct({
  kind: Schema.String,
  title: Schema.String,
  total: Schema.Int,
  sample: Schema.Array(PlannedChange),
  counts: Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Int })),
  warnings: Schema.Array(Schema.String),
  left_out: Schema.Array(Schema.Struct({ label: Schema.String, reason: Schema.String })),
  plan_hash: Schema.String
}).annotate({ identifier: "WorkPlan" })
export type WorkPlan = typeof WorkPlan.Type

const toPosition = SchemaTransformation.transform({
  decode: ([at]: readonly [number]) => ({ at }),
  encode: ({ at }: { readonly at: number }) => [at] as const
})

export interface WorkPosition {
  readonly at: number
}
export const WorkPosition = Schema.Tuple([Schema.NumberFromString.check(Schema.isInt(), Schema.isInt32())]).pipe(
  Schema.decodeTo(Schema.Struct({ at: Schema.Int }), toPosition)
)

export const WorkRunPage = cursorPageOf(WorkRun).annotate({ identifier: "WorkRunPage" })
export const WorkItemPage = cursorPageOf(WorkItem).annotate({ identifier: "WorkItemPage" })

export const WorkProgress = Schema.Struct({
  run: WorkRun,
  items: Schema.Array(WorkItem),
  items_changed: Schema.Boolean
}).annotate({ identifier: "WorkProgress" })
export type WorkProgress = typeof WorkProgress.Type

export const WorkEvent = Schema.Union([
  streamEvent("snapshot", WorkProgress),
  streamEvent("done", Schema.Struct({}).annotate({ identifier: "WorkDone" }))
])
export type WorkEvent = typeof WorkEvent.Type
