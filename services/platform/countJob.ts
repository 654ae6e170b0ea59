import { Cause, Effect, Exit, Metric, Option } from "effect"
import { jobs } from "#domain/platform/jobs.ts"

const runs = Metric.counter("stowage_job_runs_total", {
  description: "Runs of scheduled jobs by their end; skipped: another process was at it",
  incremental: true
})

const outcomeOf = <A, E>(exit: Exit.Exit<Option.Option<A>, E>): string => {
  if (Exit.isFailure(exit)) return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"
  return Option.isNone(exit.value) ? "skipped" : "completed"
}

/** Creates the counters at 0, so that a first failure counts as an increase. */
export const jobRunsFromZero = Effect.forEach(
  jobs,
  ({ name: job_name }) =>
    Effect.forEach(["completed", "failed", "interrupted", "skipped"], (outcome) =>
      Metric.update(Metric.withAttributes(runs, { job_name, outcome }), 0)
    ),
  { discard: true }
)

export const countJob =
  (job: string) =>
  <A, E, R>(run: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
    Effect.onExit(run, (exit) =>
      Metric.update(Metric.withAttributes(runs, { job_name: job, outcome: outcomeOf(exit) }), 1)
    )
