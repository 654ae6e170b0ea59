import { Schema, SchemaTransformation } from "effect"
import { cursorPageOf } from "../Cursor.ts"
import { streamEvent } from "../streamEvent.ts"
import { itemStates, runStates, wishes } from "./runState.ts"

/** How many items are in each state. */
export const WorkTotals = Schema.Struct({
  total: Schema.Int,
  pending: Schema.Int,
  running: Schema.Int,
  completed: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int,
  canceled: Schema.Int,
  rolled_back: Schema.Int
}).annotate({ identifier: "WorkTotals" })
export type WorkTotals = typeof WorkTotals.Type

const Starter = Schema.Struct({ user_id: Schema.NullOr(Schema.Int), email: Schema.NullOr(Schema.String) }).annotate({ identifier: "WorkStarter" })

/** How far a thing is that is many small ones, e.g. a bucket that is being emptied. */
export const WorkItemProgress = Schema.Struct({
  done: Schema.Int,
  /** About how many there are; null while nobody knows. */
  total: Schema.NullOr(Schema.Int),
  /** What is counted, in the plural: `objects and versions`. */
  unit: Schema.String,
  /** What is going on, in words; may be empty. */
  note: Schema.String
}).annotate({ identifier: "WorkItemProgress" })
export type WorkItemProgress = typeof WorkItemProgress.Type

/** A piece of long work, from its plan to its report. */
export const WorkRun = Schema.Struct({
  id: Schema.Int,
  /** Which kind of work it is, e.g. `key_rotation`. */
  kind: Schema.String,
  title: Schema.String,
  state: Schema.Literals(runStates),
  /** `back`: what was done is being undone, or was. */
  direction: Schema.Literals(["forward", "back"]),
  totals: WorkTotals,
  /** Items that can still be undone. */
  undoable: Schema.Int,
  /** Of the item that it is about now, where that one counts; else of the last that did. */
  progress: Schema.NullOr(WorkItemProgress),
  /** What may be asked of it now. */
  wishes: Schema.Array(Schema.Literals(wishes)),
  /** What it was made with, as its kind takes it. */
  params: Schema.Json,
  plan_hash: Schema.String,
  started_by: Starter,
  /** No process works on it although it wants one: its runner died, and another takes it within half a minute. */
  orphaned: Schema.Boolean,
  created_at: Schema.DateTimeUtcFromString,
  started_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "WorkRun" })
export type WorkRun = typeof WorkRun.Type

/** One thing that a run is about. */
export const WorkItem = Schema.Struct({
  ordinal: Schema.Int,
  label: Schema.String,
  detail: Schema.String,
  before: Schema.String,
  after: Schema.String,
  state: Schema.Literals(itemStates),
  attempts: Schema.Int,
  /** Of a thing that is many small ones; else null. */
  progress: Schema.NullOr(WorkItemProgress),
  /** What came of it, as its kind tells; no secrets. */
  result: Schema.Record(Schema.String, Schema.Json),
  /** Why it failed or was skipped; else null. */
  problem: Schema.NullOr(Schema.Struct({ code: Schema.String, detail: Schema.String })),
  can_undo: Schema.Boolean,
  started_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  ended_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "WorkItem" })
export type WorkItem = typeof WorkItem.Type

/** What would be done to one thing. */
export const PlannedChange = Schema.Struct({ label: Schema.String, detail: Schema.String, before: Schema.String, after: Schema.String })
  .annotate({ identifier: "PlannedChange" })
export type PlannedChange = typeof PlannedChange.Type

/** What would be done: exactly how much, the first of it, what is left out and why. It holds while its hash does. */
export const WorkPlan = Schema.Struct({
  kind: Schema.String,
  title: Schema.String,
  total: Schema.Int,
  sample: Schema.Array(PlannedChange),
  /** How many there are of each sort, in the kind's words. */
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

/** Where a page of runs (newest first) or of items (in their order) ended. */
export interface WorkPosition {
  readonly at: number
}
export const WorkPosition = Schema.Tuple([Schema.NumberFromString.check(Schema.isInt(), Schema.isInt32())]).pipe(
  Schema.decodeTo(Schema.Struct({ at: Schema.Int }), toPosition))

export const WorkRunPage = cursorPageOf(WorkRun).annotate({ identifier: "WorkRunPage" })
export const WorkItemPage = cursorPageOf(WorkItem).annotate({ identifier: "WorkItemPage" })

/** The run as it is now, and the items that changed since the frame before it. */
export const WorkProgress = Schema.Struct({
  run: WorkRun,
  items: Schema.Array(WorkItem),
  /** Too many changed to name them: read the items again. */
  items_changed: Schema.Boolean
}).annotate({ identifier: "WorkProgress" })
export type WorkProgress = typeof WorkProgress.Type

/** `snapshot` at once and after each change; `done` when the run has ended. */
export const WorkEvent = Schema.Union([
  streamEvent("snapshot", WorkProgress), streamEvent("done", Schema.Struct({}).annotate({ identifier: "WorkDone" }))
])
export type WorkEvent = typeof WorkEvent.Type
