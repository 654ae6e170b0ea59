import { Schema } from "effect"
import {
  type ItemCounts,
  itemStates,
  noItems,
  runStates,
  needsRunner,
  allowedActions
} from "#domain/platform/work/runState.ts"
import { type WorkItem, WorkItemProgress, type WorkRun } from "#domain/platform/work/WorkRun.ts"
import { utc, utcOrNull } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Counts = Schema.Struct({
  pending: Schema.optionalKey(Schema.Int),
  running: Schema.optionalKey(Schema.Int),
  awaiting_cutover: Schema.optionalKey(Schema.Int),
  completed: Schema.optionalKey(Schema.Int),
  failed: Schema.optionalKey(Schema.Int),
  skipped: Schema.optionalKey(Schema.Int),
  canceled: Schema.optionalKey(Schema.Int),
  rolled_back: Schema.optionalKey(Schema.Int)
})
export const countsOf = (counts: typeof Counts.Type): ItemCounts => ({ ...noItems, ...counts })

/** A stored count could be wrong. */
const counted = `coalesce((select jsonb_object_agg(c.state, c.n) from (
  select state, count(*)::int as n from work_items where run_id = r.id group by state) c), '{}'::jsonb)`
const undoable =
  "(select count(*)::int from work_items where run_id = r.id and state in ('completed', 'failed', 'canceled') " +
  "and inverse is not null)"

export const countColumns = `${counted} as counts, ${undoable} as undoable`
export const workCountReader = makeRowReader("work_items", Schema.Struct({ counts: Counts, undoable: Schema.Int }))

const RunRow = Schema.Struct({
  id: Schema.Int,
  kind: Schema.String,
  title: Schema.String,
  state: Schema.Literals(runStates),
  direction: Schema.Literals(["forward", "back"]),
  params: Schema.Json,
  plan_hash: Schema.String,
  starter_id: Schema.NullOr(Schema.Int),
  starter_email: Schema.NullOr(Schema.String),
  held: Schema.Boolean,
  version: Schema.Int,
  created_at: Schema.Date,
  started_at: Schema.NullOr(Schema.Date),
  ended_at: Schema.NullOr(Schema.Date),
  counts: Counts,
  undoable: Schema.Int,
  progress: Schema.NullOr(WorkItemProgress)
})

const progress = `(select progress from work_items where run_id = r.id and progress is not null
  order by (state in ('pending', 'running')) desc, ordinal limit 1)`

export const runColumns = `r.id, r.kind, r.title, r.state, r.direction, r.params, r.plan_hash, r.starter_id,
  r.starter_email,
  coalesce(r.lease_until > now(), false) as held, r.version, r.created_at, r.started_at, r.ended_at, ${countColumns},
    ${progress} as progress`
export const workRunReader = makeRowReader("work_runs", RunRow)

export const runOf = (row: typeof RunRow.Type): WorkRun => {
  const counts = countsOf(row.counts)
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    direction: row.direction,
    totals: { total: itemStates.reduce((sum, state) => sum + counts[state], 0), ...counts },
    undoable: row.undoable,
    progress: row.progress,
    wishes: allowedActions(row.state, row.undoable),
    params: row.params,
    plan_hash: row.plan_hash,
    started_by: { user_id: row.starter_id, email: row.starter_email },
    orphaned: needsRunner(row.state) && row.state !== "queued" && !row.held,
    created_at: utc(row.created_at),
    started_at: utcOrNull(row.started_at),
    ended_at: utcOrNull(row.ended_at)
  }
}

const ItemRow = Schema.Struct({
  ordinal: Schema.Int,
  label: Schema.String,
  detail: Schema.String,
  before_text: Schema.String,
  after_text: Schema.String,
  state: Schema.Literals(itemStates),
  attempts: Schema.Int,
  progress: Schema.NullOr(WorkItemProgress),
  result: Schema.Record(Schema.String, Schema.Json),
  problem: Schema.NullOr(Schema.Struct({ code: Schema.String, detail: Schema.String })),
  can_undo: Schema.Boolean,
  started_at: Schema.NullOr(Schema.Date),
  ended_at: Schema.NullOr(Schema.Date)
})

export const itemColumns = `ordinal, label, detail, before_text, after_text, state, attempts, progress, result, problem,
  (state in ('completed', 'failed', 'canceled') and inverse is not null) as can_undo, started_at, ended_at`
export const workItemReader = makeRowReader("work_items", ItemRow)

export const itemOf = ({ after_text, before_text, ended_at, started_at, ...row }: typeof ItemRow.Type): WorkItem => ({
  ...row,
  before: before_text,
  after: after_text,
  started_at: utcOrNull(started_at),
  ended_at: utcOrNull(ended_at)
})
