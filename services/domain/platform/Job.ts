import { Schema } from "effect"
import type { CursorQuery } from "./Cursor.ts"

export const JobTrigger = Schema.Literals(["schedule", "internal", "administrator"])
export type JobTrigger = typeof JobTrigger.Type

export const JobOutcome = Schema.Literals(["completed", "failed", "interrupted", "skipped"])
export type JobOutcome = typeof JobOutcome.Type

const Report = Schema.Record(Schema.String, Schema.Json)

export const JobRun = Schema.Struct({
  id: Schema.Int,
  started_at: Schema.String,
  ended_at: Schema.String,
  duration_ms: Schema.Finite,
  outcome: JobOutcome,
  trigger: JobTrigger,
  replica: Schema.NullOr(Schema.String),
  report: Report
}).annotate({ identifier: "JobRun" })
export type JobRun = typeof JobRun.Type

export const Job = Schema.Struct({
  name: Schema.String,
  title: Schema.String,
  summary: Schema.String,
  schedule: Schema.String,
  setting: Schema.NullOr(Schema.String),
  next_run_at: Schema.String,
  running_since: Schema.NullOr(Schema.String),
  last_run: Schema.NullOr(JobRun),
  last_completed_at: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Job" })
export type Job = typeof Job.Type

export const JobList = Schema.Struct({ items: Schema.Array(Job) }).annotate({ identifier: "JobList" })
export type JobList = typeof JobList.Type

export const JobStart = Schema.Struct({ job: Job, report: Schema.NullOr(Report) }).annotate({ identifier: "JobStart" })
export type JobStart = typeof JobStart.Type

export const JobRunPosition = Schema.Tuple([
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
])
export type JobRunPosition = typeof JobRunPosition.Type
export type JobRunQuery = CursorQuery<JobRunPosition>
