import { assert, layer } from "@effect/vitest"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { DateTime, Effect, Layer } from "effect"
import { MachineId, ShardingConfig, Snowflake, SqlMessageStorage } from "effect/cluster"
import { SqlClient } from "effect/sql"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as WorkRecordsSql from "#layers/sql/platform/WorkRecordsSql.ts"
import { WorkRetention } from "#services/platform/work/WorkRetention.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const retention = (retentionDays: number) =>
  WorkRetention.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(JobLeaseSql.layer, WorkRecordsSql.layer)),
    Layer.provide(TestSettings({ work: { retentionDays } })),
    Layer.fresh
  )

const ran = Effect.fnUntraced(function* (state: string, days: number) {
  const sql = yield* SqlClient.SqlClient
  const ended = ["canceled", "completed", "completed_with_errors", "rolled_back"].includes(state)
  const [run] = yield* sql<{ id: number }>`
    insert into work_runs (kind, title, scope, params, state, caller, created_at, ended_at)
    values ('key_rotation', 'Some run', 'admin', '{}', ${state}, '{}', now() - make_interval(days => ${days}), case
      when ${ended} then now() - make_interval(days => ${days}) end)
    returning id`
  yield* sql`
    insert into work_items (run_id, ordinal, key, phase, label, detail, before_text, after_text, target)
    select ${run!.id}, n, n::text, 1, '', '', '', '', '{}' from generate_series(1, 3) n`
  return run!.id
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("retention of long work", (it) => {
  it.effect("what ended long ago goes with its items, batch by batch; what is open stays, however old", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const kept = [yield* ran("completed", 364), yield* ran("paused", 4_000), yield* ran("queued", 4_000)]
      yield* Effect.forEach(Array.from({ length: 12 }), () =>
        Effect.andThen(ran("completed", 366), ran("rolled_back", 900))
      )
      yield* ran("canceled", 366)
      yield* ran("completed_with_errors", 366)
      yield* sql`insert into job_runs (job, started_at, finished_at, report)
        values ('old', now() - interval '400 days', now() - interval '400 days', '{}'), ('new', now(), now(), '{}')`
      const { purge } = yield* WorkRetention
      assert.deepStrictEqual(yield* purge, { status: "completed", reason: null, purged_count: 26, retention_days: 365 })
      assert.deepStrictEqual(yield* sql`select id from work_runs order by id`, kept.map((id) => ({ id })) as never)
      assert.deepStrictEqual(yield* sql`select count(*)::int as count from work_items`, [{ count: 9 }] as never)
      assert.deepStrictEqual(yield* sql`select job from job_runs order by id`, [
        { job: "new" },
        { job: "work-retention" }
      ] as never)
      assert.strictEqual((yield* purge).purged_count, 0)
    }).pipe(Effect.provide(retention(365)))
  )

  it.effect("0 days keeps everything", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const id = yield* ran("completed", 4_000)
      assert.deepStrictEqual(yield* (yield* WorkRetention).purge, {
        status: "skipped",
        reason: "disabled",
        purged_count: 0,
        retention_days: 0
      })
      assert.deepStrictEqual(yield* sql`select count(*)::int as count from work_runs where id = ${id}`, [
        { count: 1 }
      ] as never)
    }).pipe(Effect.provide(retention(0)))
  )

  it.effect(
    "what the cluster keeps of firings goes after a day, whatever is kept of runs; what is not over stays",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const now = yield* DateTime.now
        const firing = Effect.fnUntraced(function* (hours: number, processed: boolean) {
          const id = String(
            Snowflake.make({
              timestamp: DateTime.toEpochMillis(now) - hours * 3_600_000,
              machineId: MachineId.make(3),
              sequence: 1
            })
          )
          yield* sql`insert into cluster_messages (id, shard_id, entity_type, entity_id, kind, processed, request_id)
            values (${id}::bigint, 'default:1', 'ClusterCron/some', 'x', 0, ${processed}, ${id}::bigint)`
          yield* sql`insert into cluster_replies (id, kind, request_id, payload)
            values (${id}::bigint + 1, 0, ${id}::bigint, '{}')`
          return id
        })
        yield* (yield* WorkRetention).purge
        yield* Effect.provide(
          Effect.void,
          SqlMessageStorage.layer.pipe(Layer.provide([NodeCrypto.layerDigest, ShardingConfig.layer()]))
        )
        yield* firing(25, true)
        const kept = [yield* firing(26, false), yield* firing(23, true)]
        yield* (yield* WorkRetention).purge
        assert.sameMembers(
          (yield* sql<{ id: string }>`select id::text from cluster_messages`).map(({ id }) => id),
          kept
        )
        assert.sameMembers(
          (yield* sql<{ id: string }>`select request_id::text as id from cluster_replies`).map(({ id }) => id),
          kept
        )
      }).pipe(Effect.provide(retention(0)))
  )
})
