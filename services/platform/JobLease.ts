import { Context, type DateTime, type Duration, type Effect, type Option, type Schema } from "effect"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import type { Job, JobRun, JobRunQuery, JobTrigger } from "#domain/platform/Job.ts"

/** Trigger of the runs below it. */
export const CurrentJobTrigger = Context.Reference<JobTrigger>("stowage/services/platform/CurrentJobTrigger", {
  defaultValue: () => "schedule"
})

export type JobState = Pick<Job, "name" | "running_since" | "last_run" | "last_completed_at">

/**
 * Runs a scheduled job at most once at a time in the installation and stores its report, or its end as `failed`,
 * `interrupted` or `skipped` (another process runs it).
 */
export class JobLease extends Context.Service<
  JobLease,
  {
    /** Runs `work` under the lease of `job`; none when another process holds it. The lease expires after `atMost`. */
    readonly run: <A extends Schema.Json & object, E, R>(
      job: string,
      atMost: Duration.Duration,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<Option.Option<A>, E, R>
    /** Reads the current and the last run of each named job, in their order. */
    readonly states: (names: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<JobState>>
    /** Reads runs of a job, newest first. */
    readonly runs: (name: string, query: JobRunQuery) => Effect.Effect<CursorPage<JobRun>>
    /**
     * Deletes reports of runs that ended before `before`, except the last success of a job that was attempted since.
     */
    readonly forget: (before: DateTime.Utc) => Effect.Effect<void>
    /** Deletes the cluster's records of firings finished, and of runners last seen, before `before`. */
    readonly forgetFirings: (before: DateTime.Utc) => Effect.Effect<void>
  }
>()("stowage/services/platform/JobLease") {}
