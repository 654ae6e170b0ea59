import { Cause, DateTime, Duration, Effect, Exit, Layer, Option, type Schema } from "effect"
import { countJob } from "#services/platform/countJob.ts"
import { failureText } from "#services/platform/failureText.ts"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { JobLease } from "#services/platform/JobLease.ts"
import { oldRuns } from "./oldRuns.ts"

const stopped = "The process that ran it was stopped, or whoever asked for it went away"
const killed = "The process that ran it ended without a word"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Takes the lease. An expired one belonged to a killed process, whose run is reported too. */
  const take = (job: string, holder: string, atMost: Duration.Duration) =>
    sql`
      with lapsed as (
        select job, taken_at, lease_until from job_leases where job = ${job} and lease_until <= now() for update
      ), taken as (
        insert into job_leases as l (job, holder, taken_at, lease_until)
        -- that lapsed is read first: what this statement has changed already it would not see
        select ${job}, ${holder}, now(), now() + make_interval(secs => ${Duration.toSeconds(atMost)}) from (select count(*) from lapsed) as read_first
        on conflict (job) do update set holder = excluded.holder, taken_at = excluded.taken_at, lease_until = excluded.lease_until
        where l.lease_until <= now()
        returning job
      ), told as (
        insert into job_runs (job, started_at, finished_at, outcome, report)
        select job, coalesce(taken_at, lease_until), lease_until, 'interrupted', ${JSON.stringify({ status: "interrupted", detail: killed })}::text::jsonb from lapsed
      )
      select job from taken`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie
    )

  const release = (job: string, holder: string) =>
    Effect.orDie(sql`delete from job_leases where job = ${job} and holder = ${holder}`)

  const write = (job: string, began: DateTime.Utc, outcome: string, report: Schema.Json & object) =>
    Effect.flatMap(DateTime.now, (ended) =>
      Effect.orDie(sql`
      insert into job_runs (job, started_at, finished_at, outcome, report)
      values (${job}, ${DateTime.toDate(began)}, ${DateTime.toDate(ended)}, ${outcome}, ${JSON.stringify(report)}::text::jsonb)`)
    )

  /** A failed write must not hide the run's own failure. */
  const writeFailure = (job: string, began: DateTime.Utc, cause: Cause.Cause<unknown>) => {
    const status = Cause.hasInterruptsOnly(cause) ? "interrupted" : "failed"
    return write(job, began, status, { status, detail: status === "failed" ? failureText(cause) : stopped }).pipe(
      Effect.catchCause((more) => Effect.logWarning("How a job ended could not be written down", { job, status }, more))
    )
  }

  const run = <A extends Schema.Json & object, E, R>(
    job: string,
    atMost: Duration.Duration,
    work: Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      const holder = crypto.randomUUID()
      const began = yield* DateTime.now
      if (!(yield* take(job, holder, atMost))) {
        yield* write(job, began, "skipped", { status: "skipped", reason: "lease_held" })
        return Option.none<A>()
      }
      return yield* work.pipe(
        Effect.onExit((exit) =>
          Exit.isSuccess(exit) ? write(job, began, "completed", exit.value) : writeFailure(job, began, exit.cause)
        ),
        Effect.asSome,
        Effect.ensuring(release(job, holder))
      )
    }).pipe(countJob(job))

  const forget = Effect.fn("JobLease.forget")(
    (before: DateTime.Utc) => Effect.asVoid(sql`delete from job_runs r where ${oldRuns(sql, before)}`),
    Effect.orDie
  )

  const forgetFirings = Effect.fn("JobLease.forgetFirings")(function* (before: DateTime.Utc) {
    // the cluster creates its tables on its first run
    if ((yield* sql`select 1 where to_regclass('cluster_messages') is not null`).length === 0) return
    const bound = String(
      Snowflake.make({ timestamp: DateTime.toEpochMillis(before), machineId: MachineId.make(0), sequence: 0 })
    )
    // by the time of completion: a message may be weeks older
    yield* sql`
      with done as (delete from cluster_messages where processed and coalesce(last_reply_id, id) < ${bound}::bigint returning request_id, kind)
      delete from cluster_replies r using done where done.kind = 0 and r.request_id = done.request_id`
    if ((yield* sql`select 1 where to_regclass('cluster_runners') is not null`).length === 0) return
    yield* sql`delete from cluster_runners where last_heartbeat < ${DateTime.toDateUtc(before)}`
  }, Effect.orDie)

  return JobLease.of({ run, forget, forgetFirings })
})

export const layer = Layer.effect(JobLease, make)
