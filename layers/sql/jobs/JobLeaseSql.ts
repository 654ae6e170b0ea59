import { DateTime, Duration, Effect, Layer, Option, type Schema } from "effect"
import { countJob } from "#services/jobs/countJob.ts"
import { MachineId, Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { JobLease } from "#services/jobs/JobLease.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const take = (job: string, holder: string, atMost: Duration.Duration) =>
    sql`
      insert into job_leases as l (job, holder, lease_until)
      values (${job}, ${holder}, now() + make_interval(secs => ${Duration.toSeconds(atMost)}))
      on conflict (job) do update set holder = excluded.holder, lease_until = excluded.lease_until
      where l.lease_until <= now()
      returning job`.pipe(Effect.map((rows) => rows.length > 0), Effect.orDie)

  const release = (job: string, holder: string) =>
    Effect.orDie(sql`delete from job_leases where job = ${job} and holder = ${holder}`)

  const run = <A extends Schema.Json & object, E, R>(job: string, atMost: Duration.Duration, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function*() {
      const holder = crypto.randomUUID()
      if (!(yield* take(job, holder, atMost))) return Option.none<A>()
      return yield* Effect.gen(function*() {
        const began = DateTime.toDate(yield* DateTime.now)
        const report = yield* work
        const ended = DateTime.toDate(yield* DateTime.now)
        yield* Effect.orDie(sql`
          insert into job_runs (job, started_at, finished_at, report)
          values (${job}, ${began}, ${ended}, ${JSON.stringify(report)}::text::jsonb)`)
        return Option.some(report)
      }).pipe(Effect.ensuring(release(job, holder)))
    }).pipe(countJob(job))

  const forget = Effect.fn("JobLease.forget")((before: DateTime.Utc) =>
    Effect.asVoid(sql`delete from job_runs where finished_at < ${DateTime.toDateUtc(before)}`), Effect.orDie)

  const forgetFirings = Effect.fn("JobLease.forgetFirings")(function*(before: DateTime.Utc) {
    // the cluster's own tables, made when it first runs
    if ((yield* sql`select 1 where to_regclass('cluster_messages') is not null`).length === 0) return
    const bound = Snowflake.make({ timestamp: DateTime.toEpochMillis(before), machineId: MachineId.make(0), sequence: 0 })
    yield* sql`
      with done as (delete from cluster_messages where processed and id < ${String(bound)}::bigint returning request_id)
      delete from cluster_replies r using done where r.request_id = done.request_id`
  }, Effect.orDie)

  return JobLease.of({ run, forget, forgetFirings })
})

/** Leases and reports of jobs in PostgreSQL. */
export const layer = Layer.effect(JobLease, make)
