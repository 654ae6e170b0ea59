import { assert, layer } from "@effect/vitest"
import { Data, DateTime, Deferred, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import * as HealthRecordsSql from "#layers/sql/gateways/HealthRecordsSql.ts"
import * as StandingFiguresSql from "#layers/sql/platform/InstallationMetricsSql.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import { HealthRecords } from "#services/gateways/endpoints/HealthRecords.ts"
import { InstallationMetrics } from "#services/platform/health/InstallationMetrics.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"
import { TestSettings } from "../../../support/testSettings.ts"

const Jobs = Layer.fresh(
  Layer.mergeAll(JobLeaseSql.layer, StandingFiguresSql.layer, HealthRecordsSql.layer).pipe(
    Layer.provide(TestSettings()),
    Layer.provideMerge(TestDatabase.layer)
  )
)

const minute = Duration.minutes(1)
const runs = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select job, outcome, report from job_runs order by id`)
const leases = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select job from job_leases`)
/** Seconds of the epoch, as in the metric of last successes. */
const succeeded = Effect.map(
  Effect.flatMap(InstallationMetrics, ({ read }) => read),
  ({ jobs }) => jobs
)

class Foreign extends Data.TaggedError("Foreign")<{ readonly url: string }> {
  override get message() {
    return `refused at ${this.url}`
  }
}

layer(Layer.empty, { excludeTestServices: true, timeout: "60 seconds" })("runs of jobs", (it) => {
  it.effect("each leaves a row that says how it ended, with what failed in our words and nothing of a library's", () =>
    Effect.gen(function* () {
      const lease = yield* JobLease
      assert.deepStrictEqual(yield* lease.run("good", minute, Effect.succeed({ count: 3 })), Option.some({ count: 3 }))
      const ours = new Conflict({ code: "state_conflict", detail: "It is under way" })
      assert.deepStrictEqual(yield* Effect.flip(lease.run("refused", minute, Effect.fail(ours))), ours)
      yield* Effect.exit(lease.run("foreign", minute, Effect.fail(new Foreign({ url: "https://user:canary@host" }))))
      yield* Effect.exit(lease.run("broken", minute, Effect.die(new TypeError("canary is not a function"))))
      const sql = yield* SqlClient.SqlClient
      yield* Effect.exit(lease.run("database", minute, Effect.orDie(Effect.as(sql`select 'canary'::int`, {}))))
      assert.deepStrictEqual(yield* runs, [
        { job: "good", outcome: "completed", report: { count: 3 } },
        { job: "refused", outcome: "failed", report: { status: "failed", detail: "state_conflict: It is under way" } },
        {
          job: "foreign",
          outcome: "failed",
          report: { status: "failed", detail: "internal_error: Foreign; the log has the rest" }
        },
        {
          job: "broken",
          outcome: "failed",
          report: { status: "failed", detail: "internal_error: TypeError; the log has the rest" }
        },
        {
          job: "database",
          outcome: "failed",
          report: { status: "failed", detail: "unavailable: The database did not do what was asked of it" }
        }
      ] as never)
      assert.deepStrictEqual(yield* leases, [])
    }).pipe(Effect.provide(Jobs))
  )

  it.effect(
    "one that is interrupted, one that found another at it, and one whose process was killed are rows too",
    () =>
      Effect.gen(function* () {
        const lease = yield* JobLease
        const sql = yield* SqlClient.SqlClient
        const begun = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(
          lease.run("slow", minute, Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
        )
        yield* Deferred.await(begun)
        assert.isTrue(Option.isNone(yield* lease.run("slow", minute, Effect.succeed({}))))
        yield* Fiber.interrupt(first)
        yield* sql`insert into job_leases (job, holder, taken_at, lease_until)
          values ('slow', 'gone', '2026-01-01T00:00Z', '2026-01-01T00:30Z')`
        yield* lease.run("slow", minute, Effect.succeed({}))
        assert.deepStrictEqual(yield* runs, [
          { job: "slow", outcome: "skipped", report: { status: "skipped", reason: "lease_held" } },
          {
            job: "slow",
            outcome: "interrupted",
            report: {
              status: "interrupted",
              detail: "The process that ran it was stopped, or whoever asked for it went away"
            }
          },
          {
            job: "slow",
            outcome: "interrupted",
            report: { status: "interrupted", detail: "The process that ran it ended without a word" }
          },
          { job: "slow", outcome: "completed", report: {} }
        ] as never)
        assert.deepStrictEqual(
          yield* sql`select started_at, finished_at from job_runs where started_at < '2026-02-01'`,
          [{ started_at: new Date("2026-01-01T00:00Z"), finished_at: new Date("2026-01-01T00:30Z") }] as never
        )
      }).pipe(Effect.provide(Jobs))
  )

  it.effect("many who come for a lease that lapsed tell of it once, and one of them runs", () =>
    Effect.gen(function* () {
      const lease = yield* JobLease
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into job_leases (job, holder, lease_until)
        values ('wanted', 'gone', now() - interval '1 minute')`
      const ended = yield* Effect.all(
        Array.from({ length: 6 }, () => lease.run("wanted", minute, Effect.as(Effect.sleep("1 second"), {}))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(ended.filter(Option.isSome).length, 1)
      assert.deepStrictEqual(yield* sql`select outcome, count(*)::int as count from job_runs group by 1 order by 1`, [
        { outcome: "completed", count: 1 },
        { outcome: "interrupted", count: 1 },
        { outcome: "skipped", count: 5 }
      ] as never)
    }).pipe(Effect.provide(Jobs))
  )

  it.effect("a row that cannot be written does not hide why the run failed", () =>
    Effect.gen(function* () {
      const lease = yield* JobLease
      const sql = yield* SqlClient.SqlClient
      yield* sql`alter table job_runs add check (job <> 'unwritten')`
      const exit = yield* Effect.exit(lease.run("unwritten", minute, Effect.fail("why")))
      assert.deepStrictEqual(exit, Exit.fail("why"))
      assert.deepStrictEqual(yield* leases, [])
    }).pipe(Effect.provide(Jobs))
  )

  it.effect(
    "what succeeded last is what completed: no failed, interrupted or skipped run counts, and a job that never " +
      "did is not named",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
      insert into job_runs (job, started_at, finished_at, outcome, report)
      select job, to_timestamp(at), to_timestamp(at), outcome, '{}' from (values
        ('ill', 1000, 'completed'), ('ill', 2000, 'completed'), ('ill', 3000, 'failed'), ('ill', 4000, 'interrupted'),
          ('ill', 5000, 'skipped'),
        ('never', 3000, 'failed'), ('well', 6000, 'failed'), ('well', 7000, 'completed')) as r (job, at, outcome)`
        assert.deepStrictEqual(yield* succeeded, [
          { job: "ill", succeeded_at: 2000 },
          { job: "well", succeeded_at: 7000 }
        ])
      }).pipe(Effect.provide(Jobs))
  )

  const old = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
    insert into job_runs (job, started_at, finished_at, outcome, report)
    select job, now() - days * interval '1 day', now() - days * interval '1 day', outcome, '{}' from (values
      ('endpoint-status', 90, 'completed'), ('endpoint-status', 80, 'completed'), ('endpoint-status', 70, 'failed'),
        ('endpoint-status', 60, 'skipped'),
      ('endpoint-status', 50, 'interrupted'), ('endpoint-status', 1, 'failed'), ('removed', 90, 'completed'),
        ('well', 90, 'completed'), ('well', 1, 'completed')
    ) as r (job, days, outcome)`
  )
  const left = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
    select job, outcome, round(extract(epoch from now() - started_at) / 86400)::int as days from job_runs order by job,
      days desc`
  )
  const lastOfIll = { job: "endpoint-status", outcome: "completed", days: 80 }
  const young = [{ job: "endpoint-status", outcome: "failed", days: 1 }]

  it.effect("all go by the same limit, however they ended; the last success of a job that only fails since stays", () =>
    Effect.gen(function* () {
      yield* old
      const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(30))
      yield* (yield* JobLease).forget(before)
      assert.deepStrictEqual(yield* left, [
        lastOfIll,
        ...young,
        { job: "well", outcome: "completed", days: 1 }
      ] as never)
      assert.deepStrictEqual(
        (yield* succeeded).map(({ job }) => job),
        ["endpoint-status", "well"]
      )
    }).pipe(Effect.provide(Jobs))
  )

  it.effect("the checks of endpoints, which forget their own reports sooner, keep to that as well", () =>
    Effect.gen(function* () {
      yield* old
      const before = DateTime.subtractDuration(yield* DateTime.now, Duration.days(30))
      yield* (yield* HealthRecords).purge({ checks: before, hours: before, days: before })
      assert.deepStrictEqual(
        (yield* left).filter((row) => row["job"] === "endpoint-status"),
        [lastOfIll, ...young] as never
      )
    }).pipe(Effect.provide(Jobs))
  )
})
