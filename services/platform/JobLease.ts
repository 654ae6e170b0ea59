import { Context, type DateTime, type Duration, type Effect, type Option, type Schema } from "effect"

/**
 * A job runs once at a time in the whole installation, and leaves its report, or how it ended otherwise: `failed` with what failed,
 * `interrupted`, or `skipped` since another process was at it.
 */
export class JobLease extends Context.Service<JobLease, {
  /** Runs `work` under the lease of `job`; none when another process holds it. The lease lapses after `atMost`. */
  readonly run: <A extends Schema.Json & object, E, R>(
    job: string,
    atMost: Duration.Duration,
    work: Effect.Effect<A, E, R>
  ) => Effect.Effect<Option.Option<A>, E, R>
  /** Deletes the reports of what ended before a moment, but the last success of a job that has been tried since. */
  readonly forget: (before: DateTime.Utc) => Effect.Effect<void>
  /** Deletes what the cluster remembers of firings that were over before a moment, and of runners that were last heard of before it. */
  readonly forgetFirings: (before: DateTime.Utc) => Effect.Effect<void>
}>()("stowage/services/platform/JobLease") {}
