import { Context, type DateTime, type Duration, type Effect, type Option, type Schema } from "effect"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import type { Job, JobRun, JobRunQuery, JobTrigger } from "#domain/platform/Job.ts"

export const CurrentJobTrigger = Context.Reference<JobTrigger>("stowage/services/platform/CurrentJobTrigger", {
  defaultValue: () => "schedule"
})

export type JobState = Pick<Job, "name" | "running_since" | "last_run" | "last_completed_at">

/** Runs a job at most once at a time in the installation; stores its report, or `failed`, `interrupted`, `skipped`. */
export class JobLease extends Context.Service<
  JobLease,
  {
    /** None when another process holds the lease, which expires after `atMost`. */
    readonly run: <A extends Schema.Json & object, E, R>(
      job: string,
      atMost: Duration.Duration,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<Option.Option<A>, E, R>
    readonly states: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<JobState>>
    readonly runs: (name: string, query: JobRunQuery) => Effect.Effect<CursorPage<JobRun>>
    /** Keeps the last success of a job that was attempted since. */
    readonly forget: (before: DateTime.Utc) => Effect.Effect<void>
    /** Deletes the cluster's records of finished firings and of silent runners. */
    readonly forgetFirings: (before: DateTime.Utc) => Effect.Effect<void>
  }
>()("stowage/services/platform/JobLease") {}
