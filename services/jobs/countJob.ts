import { Cause, Effect, Exit, Metric, Option } from "effect"

const runs = Metric.counter("stowage_job_runs_total", { description: "Runs of scheduled jobs by their end; skipped: another process was at it", incremental: true })

const outcomeOf = <A, E>(exit: Exit.Exit<Option.Option<A>, E>): string => {
  if (Exit.isFailure(exit)) return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"
  return Option.isNone(exit.value) ? "skipped" : "completed"
}

/** Counts how a run of a job ended. `job`: one of the names in the code. */
export const countJob = (job: string) => <A, E, R>(run: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<Option.Option<A>, E, R> =>
  Effect.onExit(run, (exit) => Metric.update(Metric.withAttributes(runs, { job, outcome: outcomeOf(exit) }), 1))
