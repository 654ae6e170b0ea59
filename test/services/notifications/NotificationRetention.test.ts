import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as NotificationRecordsSql from "#layers/sql/platform/NotificationRecordsSql.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { NotificationRetention } from "#services/platform/NotificationRetention.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const retention = (retentionDays: number) =>
  NotificationRetention.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(JobLeaseSql.layer, NotificationRecordsSql.layer)),
    Layer.provide(TestSettings({ notifications: { retentionDays } })),
    Layer.fresh
  )

const notify = Effect.fnUntraced(function* (agesInDays: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, created_at, updated_at)
      values (${`${crypto.randomUUID()}@example.org`}, 'Some One', now(), now()) returning id`
  yield* Effect.forEach(
    agesInDays,
    (days, index) => sql`
    insert into notifications (user_id, type, severity, title, message, created_at, read_at) values (
      ${user!.id}, 'quota', 'warning', 'Title', 'Message', now() - make_interval(days => ${days}),
        ${index % 2 === 0 ? new Date() : null}
    )`
  )
  return {
    left: Effect.map(
      sql<{ left: number }>`select count(*)::int as left from notifications where user_id = ${user!.id}`,
      ([row]) => row!.left
    )
  }
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("notification retention", (it) => {
  it.effect("read and unread notifications older than the limit go, younger ones stay, and the report is kept", () =>
    Effect.gen(function* () {
      const { left } = yield* notify([1, 89, 91, 92, 400])
      const { purge } = yield* NotificationRetention
      assert.deepStrictEqual(yield* purge, { status: "completed", reason: null, purged_count: 3, retention_days: 90 })
      assert.strictEqual(yield* left, 2)
      const sql = yield* SqlClient.SqlClient
      const runs = yield* sql<{
        report: unknown
      }>`select report from job_runs where job = 'notification-retention' order by id desc limit 1`
      assert.deepStrictEqual(runs[0]?.report, {
        status: "completed",
        reason: null,
        purged_count: 3,
        retention_days: 90
      })
      assert.strictEqual((yield* purge).purged_count, 0)
    }).pipe(Effect.provide(retention(90)))
  )

  it.effect("0 days keeps everything", () =>
    Effect.gen(function* () {
      const { left } = yield* notify([1_000])
      const { purge } = yield* NotificationRetention
      assert.deepStrictEqual(yield* purge, {
        status: "skipped",
        reason: "disabled",
        purged_count: 0,
        retention_days: 0
      })
      assert.strictEqual(yield* left, 1)
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from notifications`
    }).pipe(Effect.provide(retention(0)))
  )

  it.effect("while another process holds the lease nothing is purged and the report says so", () =>
    Effect.gen(function* () {
      const { left } = yield* notify([100])
      const lease = yield* JobLease
      const [taken, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holder = yield* lease
        .run(
          "notification-retention",
          Duration.minutes(1),
          Effect.as(Effect.andThen(Deferred.succeed(taken, undefined), Deferred.await(release)), { done: true })
        )
        .pipe(Effect.forkScoped)
      yield* Deferred.await(taken)
      const { purge } = yield* NotificationRetention
      assert.deepStrictEqual(yield* purge, {
        status: "skipped",
        reason: "lease_held",
        purged_count: 0,
        retention_days: 90
      })
      assert.strictEqual(yield* left, 1)
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(holder)
      assert.strictEqual((yield* purge).purged_count, 1)
    }).pipe(Effect.provide(retention(90)))
  )

  it.effect("of twenty that start together one purges", () =>
    Effect.gen(function* () {
      yield* notify(Array.from({ length: 50 }, () => 200))
      const { purge } = yield* NotificationRetention
      const reports = yield* Effect.all(
        Array.from({ length: 20 }, () => purge),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        reports.reduce((sum, report) => sum + report.purged_count, 0),
        50
      )
    }).pipe(Effect.provide(retention(90)))
  )

  it.effect("a lease goes back when its work fails, and lapses when its holder died", () =>
    Effect.gen(function* () {
      const lease = yield* JobLease
      const failed = yield* Effect.exit(lease.run("some-job", Duration.minutes(5), Effect.fail("broken")))
      assert.isTrue(Exit.isFailure(failed))
      assert.isTrue(Option.isSome(yield* lease.run("some-job", Duration.minutes(5), Effect.succeed({ fine: true }))))
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into job_leases (job, holder, lease_until)
        values ('some-job', 'dead', now() + interval '200 milliseconds')`
      assert.isTrue(Option.isNone(yield* lease.run("some-job", Duration.minutes(5), Effect.succeed({ fine: true }))))
      yield* Effect.sleep("250 millis")
      assert.isTrue(Option.isSome(yield* lease.run("some-job", Duration.minutes(5), Effect.succeed({ fine: true }))))
    }).pipe(Effect.provide(retention(90)))
  )
})
