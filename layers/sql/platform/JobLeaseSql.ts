import { Cause, DateTime, Duration, Effect, Exit, Layer, Option, Schema } from "effect"
import { cutPage } from "#domain/platform/Cursor.ts"
import { JobRun, JobRunPosition, type JobRunQuery } from "#domain/platform/Job.ts"
import { countJob } from "#services/platform/countJob.ts"
import { failureText } from "#services/platform/failureText.ts"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { CurrentJobTrigger, JobLease } from "#services/platform/JobLease.ts"
import { replicaName } from "../../postgres/Database.ts"
import { afterCursor } from "../../postgres/listing.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { oldRuns } from "./oldRuns.ts"

const runReader = makeRowReader("job_runs", JobRun)
const stateReader = makeRowReader(
  "job_runs",
  Schema.Struct({
    name: Schema.String,
    running_since: Schema.NullOr(Schema.String),
    last_run: Schema.NullOr(JobRun),
    last_completed_at: Schema.NullOr(Schema.String)
  })
)

const duration = `extract(epoch from r.finished_at - r.started_at)::float8 * 1000`
const runColumns = `
  r.id::float8 as id, ${isoText("r.started_at")} as started_at, ${isoText("r.finished_at")} as ended_at,
  ${duration} as duration_ms, r.outcome, r.trigger, r.replica, r.report`
const runDocument = `jsonb_build_object(
  'id', r.id, 'started_at', ${isoText("r.started_at")}, 'ended_at', ${isoText("r.finished_at")},
  'duration_ms', ${duration}, 'outcome', r.outcome, 'trigger', r.trigger, 'replica', r.replica, 'report', r.report)`

const stopped = "The process that ran it was stopped, or whoever asked for it went away"
const killed = "The process that ran it ended without a word"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const take = Effect.fnUntraced(function* (job: string, holder: string, atMost: Duration.Duration) {
    const trigger = yield* CurrentJobTrigger
    const rows = yield* sql`
      with lapsed as (
        select job, taken_at, lease_until, trigger, replica from job_leases
        where job = ${job} and lease_until <= now() for update
      ), taken as (
        insert into job_leases as l (job, holder, trigger, replica, taken_at, lease_until)
        -- that lapsed is read first: what this statement has changed already it would not see
        select ${job}, ${holder}, ${trigger}, ${replicaName}, now(),
          now() + make_interval(secs => ${Duration.toSeconds(atMost)})
        from (select count(*) from lapsed) as read_first
        on conflict (job) do update set
          holder = excluded.holder, trigger = excluded.trigger, replica = excluded.replica,
            taken_at = excluded.taken_at, lease_until = excluded.lease_until
        where l.lease_until <= now()
        returning job
      ), recorded as (
        insert into job_runs (job, started_at, finished_at, outcome, trigger, replica, report)
        select job, coalesce(taken_at, lease_until), lease_until, 'interrupted', trigger, replica,
          ${JSON.stringify({ status: "interrupted", detail: killed })}::text::jsonb from lapsed
      )
      select job from taken`
    return rows.length > 0
  }, Effect.orDie)

  const release = (job: string, holder: string) =>
    Effect.orDie(sql`delete from job_leases where job = ${job} and holder = ${holder}`)

  const write = (job: string, began: DateTime.Utc, outcome: string, report: Schema.Json & object) =>
    Effect.flatMap(Effect.zip(DateTime.now, CurrentJobTrigger), ([ended, trigger]) =>
      Effect.orDie(sql`
      insert into job_runs (job, started_at, finished_at, outcome, trigger, replica, report)
      values (${job}, ${DateTime.toDate(began)}, ${DateTime.toDate(ended)}, ${outcome}, ${trigger},
        ${replicaName}, ${JSON.stringify(report)}::text::jsonb)`)
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
      with done as (delete from cluster_messages where processed and coalesce(last_reply_id, id) < ${bound}::bigint
        returning request_id, kind)
      delete from cluster_replies r using done where done.kind = 0 and r.request_id = done.request_id`
    if ((yield* sql`select 1 where to_regclass('cluster_runners') is not null`).length === 0) return
    yield* sql`delete from cluster_runners where last_heartbeat < ${DateTime.toDateUtc(before)}`
  }, Effect.orDie)

  const states = Effect.fn("JobLease.states")(
    (names: ReadonlyArray<string>) =>
      stateReader.all(sql`
        select j.name,
          (select ${sql.literal(isoText("l.taken_at"))} from job_leases l
            where l.job = j.name and l.lease_until > now()) as running_since,
          (select ${sql.literal(runDocument)} from job_runs r where r.job = j.name and r.outcome <> 'skipped'
            order by r.started_at desc limit 1) as last_run,
          (select ${sql.literal(isoText("r.finished_at"))} from job_runs r
            where r.job = j.name and r.outcome = 'completed'
            order by r.started_at desc limit 1) as last_completed_at
        from jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb) with ordinality as j(name, position)
        order by j.position`),
    Effect.orDie
  )

  const runs = Effect.fn("JobLease.runs")(function* (name: string, query: JobRunQuery) {
    const { behind, rest } = afterCursor(sql, ["r.id"], query, ([before]) => sql`(${before}::bigint)`)
    const rows = yield* runReader.all(sql`
      select ${sql.literal(runColumns)} from job_runs r where r.job = ${name} and ${behind} ${rest}`)
    return cutPage(rows, query, JobRunPosition, ({ id }) => [id] as const)
  }, Effect.orDie)

  return JobLease.of({ run, states, runs, forget, forgetFirings })
})

export const layer = Layer.effect(JobLease, make)
