import { Context, Cron, DateTime, Effect, Exit, Fiber, Layer, Option, type Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import type { Job, JobList, JobRun, JobRunQuery, JobStart } from "#domain/platform/Job.ts"
import { type JobName, jobs } from "#domain/platform/jobs.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { CurrentJobTrigger, JobLease, type JobState } from "#services/platform/JobLease.ts"
import { Settings } from "#services/platform/Settings.ts"

/** A run that takes longer continues after the response. */
const ANSWER_TIMEOUT = "5 seconds"

const running = new Conflict({ code: "state_conflict", detail: "This job is running already; wait until it ends" })

type Report = Readonly<Record<string, Schema.Json>>

/** A disabled job is skipped for another reason. */
const foundLeaseHeld = (report: Report) => report["status"] === "skipped" && report["reason"] !== "disabled"

export const findJob = (name: string): Effect.Effect<JobName, NotFound> =>
  Effect.mapError(
    Effect.fromNullishOr(jobs.find((job) => job.name === name)?.name),
    () => new NotFound({ entity: "Job", id: name })
  )

export class Jobs extends Context.Service<
  Jobs,
  {
    readonly list: Effect.Effect<JobList>
    readonly runs: (name: JobName, query: JobRunQuery) => Effect.Effect<CursorPage<JobRun>>
    /** The run survives the request. */
    readonly start: <R>(
      caller: Caller,
      name: JobName,
      run: Effect.Effect<Report, never, R>
    ) => Effect.Effect<JobStart, Conflict, R>
  }
>()("stowage/services/platform/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const lease = yield* JobLease
      const audited = yield* Audited
      const { jobCrons } = yield* Settings
      const scope = yield* Effect.scope

      const toJob = (state: JobState, now: DateTime.Utc): Job => {
        const { setting, summary, title, cron } = jobs.find(({ name }) => name === state.name)!
        const schedule = jobCrons.get(state.name as JobName) ?? cron
        return {
          ...state,
          title,
          summary,
          setting,
          schedule,
          next_run_at: Cron.next(Cron.parseUnsafe(schedule, "UTC"), DateTime.toDateUtc(now)).toISOString()
        }
      }
      const read = Effect.fnUntraced(function* (names: ReadonlyArray<JobName>) {
        const [states, now] = yield* Effect.zip(lease.states(names), DateTime.now)
        return states.map((state) => toJob(state, now))
      })

      const list = read(jobs.map(({ name }) => name)).pipe(
        Effect.map((items): JobList => ({ items })),
        Effect.withSpan("Jobs.list")
      )

      const start = Effect.fn("Jobs.start")(function* <R>(
        caller: Caller,
        name: JobName,
        run: Effect.Effect<Report, never, R>
      ) {
        const [before] = yield* read([name])
        if (before!.running_since !== null) return yield* running
        yield* audited.rows(
          "job.run",
          { type: "job", id: name, label: before!.title },
          { by: byCaller(caller, "admin"), message: `Started the job ${before!.title}` }
        )(Effect.void)
        const fiber = yield* run.pipe(
          Effect.provideService(CurrentJobTrigger, "administrator"),
          Effect.tapCause((cause) => Effect.logError("A job failed", cause)),
          Effect.forkIn(scope)
        )
        const exit = yield* Effect.timeoutOption(Fiber.await(fiber), ANSWER_TIMEOUT)
        const report = Option.isSome(exit) && Exit.isSuccess(exit.value) ? exit.value.value : null
        if (report !== null && foundLeaseHeld(report)) return yield* running
        const [job] = yield* read([name])
        const started: JobStart = { job: job!, report }
        return started
      })

      return Jobs.of({ list, runs: lease.runs, start })
    })
  )
}
