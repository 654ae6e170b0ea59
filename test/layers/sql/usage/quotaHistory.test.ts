import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as QuotaHistoryRecordsSql from "#layers/sql/usage/QuotaHistoryRecordsSql.ts"
import { deleteInBatches } from "#services/platform/purgeOld.ts"
import { QuotaHistories } from "#services/usage/QuotaHistories.ts"
import { QuotaHistoryRecords } from "#services/usage/QuotaHistoryRecords.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"
import { TestSettings } from "../../../support/testSettings.ts"

const services = QuotaHistories.layer.pipe(
  Layer.provideMerge(QuotaHistoryRecordsSql.layer),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(TestSettings())
)

const day = (at: string) => DateTime.makeUnsafe(at)
const account = (id: number) => ({ type: "S3Account", id }) as const

const owners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["rgw_accounts", "rgw_users", "bucket_listing_rows", "bucket_listings", "storage_endpoints"])
    yield* sql`delete from ${sql(table)}`
  const [endpoint] = yield* sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('Paris', 'http://localhost:9', '{"features": {}}', now(), now()) returning id`
  const { id } = endpoint as { id: number }
  const [research] = yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('Research', 'RGW1', 'root', ${id}, 'key', 'unreadable', now()) returning id`
  const [robot] = yield* sql`
    insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('Robot', 'robot', ${id}, 'key2', 'unreadable', now()) returning id`
  return {
    endpointId: id,
    account: (research as { id: number }).id,
    user: (robot as { id: number }).id
  }
})

const measure = Effect.fnUntraced(function* (endpointId: number, at: string, bytes: number, objects = 1) {
  const sql = yield* SqlClient.SqlClient
  for (const owner of ["RGW1", "robot"]) {
    const key = `endpoint:${endpointId}/owner:${owner}`
    yield* sql`
      insert into bucket_listings (key, state, refreshed_at) values (${key}, 'complete', ${new Date(at)})
      on conflict (key) do update set refreshed_at = excluded.refreshed_at`
    yield* sql`delete from bucket_listing_rows where key = ${key}`
    yield* sql`
      insert into bucket_listing_rows (key, tenant, name, used_bytes, object_count, has_statistics, generation, version)
      values (${key}, '', 'b', ${bytes}, ${objects}, true, 1, 1)`
  }
  return yield* (yield* QuotaHistoryRecords).sample(day(at), DateTime.subtractDuration(day(at), Duration.hours(6)))
})

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("quota history", (it) => {
  it.effect("rolls a UTC day up to its least, greatest, average and last usage; once more gives the same", () =>
    Effect.gen(function* () {
      const { account: id, endpointId } = yield* owners
      for (const [at, bytes] of [
        ["2026-03-28T23:59:59Z", 5],
        ["2026-03-29T00:00:00Z", 10],
        ["2026-03-29T01:30:00Z", 40],
        ["2026-03-29T23:59:59Z", 25],
        ["2026-03-30T00:00:00Z", 7]
      ] as const)
        assert.strictEqual(yield* measure(endpointId, at, bytes), 2)
      const records = yield* QuotaHistoryRecords
      const period = { from: day("2026-03-28T00:00:00Z"), to: day("2026-03-31T00:00:00Z") }
      const first = yield* records.points(account(id), period, "daily")
      assert.deepStrictEqual(
        first.map(({ at, bytes, sample_count }) => [at, sample_count, bytes.min, bytes.max, bytes.avg, bytes.last]),
        [
          ["2026-03-28T00:00:00.000Z", 1, 5, 5, 5, 5],
          ["2026-03-29T00:00:00.000Z", 3, 10, 40, 25, 25],
          ["2026-03-30T00:00:00.000Z", 1, 7, 7, 7, 7]
        ]
      )
      yield* measure(endpointId, "2026-03-30T00:00:00Z", 7)
      assert.deepStrictEqual(yield* records.points(account(id), period, "daily"), first)
      const hours = yield* records.points(
        account(id),
        { from: day("2026-03-29T00:00:00Z"), to: day("2026-03-30T00:00:00Z") },
        "hourly"
      )
      assert.deepStrictEqual(
        hours.map(({ bytes }) => bytes.last),
        [10, 40, 25]
      )
    })
  )

  it.effect("a clock that jumps back adds to the day it shows and changes no other", () =>
    Effect.gen(function* () {
      const { account: id, endpointId } = yield* owners
      yield* measure(endpointId, "2026-05-02T10:00:00Z", 100)
      yield* measure(endpointId, "2026-05-01T10:00:00Z", 90)
      const points = yield* (yield* QuotaHistoryRecords).points(
        account(id),
        { from: day("2026-05-01T00:00:00Z"), to: day("2026-05-03T00:00:00Z") },
        "daily"
      )
      assert.deepStrictEqual(
        points.map(({ bytes }) => bytes.last),
        [90, 100]
      )
    })
  )

  it.effect("leaves out owners whose listing is older than the run allows or has unknown buckets", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* owners
      const sql = yield* SqlClient.SqlClient
      yield* measure(endpointId, "2026-05-01T10:00:00Z", 100)
      yield* sql`update bucket_listings set refreshed_at = ${new Date("2026-05-01T01:00:00Z")} where key like '%robot'`
      const at = day("2026-05-01T11:00:00Z")
      const { sample } = yield* QuotaHistoryRecords
      assert.strictEqual(yield* sample(at, day("2026-05-01T05:00:00Z")), 1)
      yield* sql`update bucket_listing_rows set used_bytes = null where key like '%RGW1'`
      assert.strictEqual(yield* sample(at, day("2026-05-01T05:00:00Z")), 0)
    })
  )

  it.effect("reads a subject's history and its growth; other subjects are not found", () =>
    Effect.gen(function* () {
      const { account: id, endpointId, user } = yield* owners
      for (let at = 1; at <= 8; at++) yield* measure(endpointId, `2026-05-0${at}T03:00:00Z`, 1000 + at * 50)
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from quota_states`
      yield* sql`
        insert into quota_states (subject_type, subject_id, state, alerted, used_bytes, object_count, quota_max_bytes,
          quota_read_at, measured_at)
        values ('S3Account', ${id}, 'normal', false, 1400, 0, 1700, '2026-05-08T00:00:00Z', now()),
          ('S3User', ${user}, 'normal', false, 0, 0, 1700, '2026-05-01T00:00:00Z', now())`
      yield* measure(endpointId, "2026-05-08T04:00:00Z", 1400)
      yield* TestClock.setTime(Date.parse("2026-05-08T12:00:00Z"))
      const histories = yield* QuotaHistories
      const history = yield* histories.read(account(id), {})
      assert.deepInclude(history.subject, { type: "S3Account", id, name: "Research", storage_endpoint_name: "Paris" })
      assert.lengthOf(history.points, 8)
      assert.deepStrictEqual(history.forecast.bytes_per_day, { low: 50, likely: 50, high: 50 })
      assert.deepStrictEqual(history.forecast.time_until_full, {
        limit: "bytes",
        earliest_days: 6,
        likely_days: 6,
        latest_days: 6
      })
      yield* sql`update quota_states set quota_max_bytes = 1500 where subject_id = ${id} and subject_type = 'S3Account'`
      assert.deepInclude((yield* histories.read(account(id), {})).forecast.time_until_full, { likely_days: 2 })
      const other = yield* histories.read({ type: "S3User", id: user }, {})
      assert.lengthOf(other.points, 8)
      assert.strictEqual(other.forecast.unknown_reason, "quota_unknown")
      assert.strictEqual((yield* Effect.flip(histories.read(account(id + 100), {})))._tag, "NotFound")
      const wrong = yield* Effect.flip(
        histories.read(account(id), { from: day("2026-05-08T00:00:00Z"), to: day("2026-05-08T00:00:00Z") })
      )
      assert.strictEqual(wrong._tag, "InvalidInput")
      yield* histories.forecastAll(yield* DateTime.now)
      assert.deepStrictEqual(
        (yield* sql`select (forecast #>> '{bytes_per_day,likely}')::int as growth from quota_forecasts`) as unknown,
        [{ growth: 50 }, { growth: 50 }]
      )
    }).pipe(Effect.provide(TestClock.layer()))
  )

  it.effect("two purges at once delete each old row once, whole days only, and end", () =>
    Effect.gen(function* () {
      const { account: id, endpointId } = yield* owners
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from quota_usage_hourly`
      yield* sql`
        insert into quota_usage_hourly
          (subject_type, subject_id, measured_at, storage_endpoint_id, used_bytes, object_count, quota_known)
        select 'S3Account', ${id}, '2026-05-01T00:00:00Z'::timestamptz + n * interval '1 hour', ${endpointId},
          n, n, false from generate_series(0, 71) n`
      const { deleteOlder } = yield* QuotaHistoryRecords
      const purge = deleteInBatches(5, (limit) => deleteOlder("hourly", day("2026-05-03T15:00:00Z"), limit))
      const counts = yield* Effect.all([purge, purge], { concurrency: 2 })
      const rest = (yield* sql`select count(*)::int as rows from quota_usage_hourly`) as unknown
      assert.strictEqual(counts[0] + counts[1] + (rest as [{ rows: number }])[0].rows, 72)
      yield* purge
      assert.deepStrictEqual((yield* sql`select min(used_bytes)::int as first from quota_usage_hourly`) as unknown, [
        { first: 48 }
      ])
    })
  )
})
