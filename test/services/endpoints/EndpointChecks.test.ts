import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { EndpointHealth } from "#layers/compose/EndpointHealth.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as NotificationRecordsSql from "#layers/sql/platform/NotificationRecordsSql.ts"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { EndpointStatus } from "#services/gateways/endpoints/EndpointStatus.ts"
import { HealthRecords } from "#services/gateways/endpoints/HealthRecords.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { addEndpoint, addUser, administrator, FakeStorage, StorageWorld } from "../support/storageFixture.ts"
import { TestSettings } from "../../support/testSettings.ts"

const world = (fake: FakeStorage, enabled = true) => {
  const settings = TestSettings({ endpointStatus: { enabled, checkDays: 7, historyDays: 365 } })
  return EndpointHealth.pipe(
    Layer.provideMerge(
      Layer.mergeAll(JobLeaseSql.layer, NotificationRecordsSql.layer, Layer.mock(LiveEvents, { changes: Stream.never }))
    ),
    Layer.provideMerge(StorageWorld(fake)),
    Layer.provide(settings)
  )
}
type World = Layer.Success<ReturnType<typeof world>>
const watching = <A, E, R>(
  test: (fake: FakeStorage) => Effect.Effect<A, E, R>,
  enabled = true
): Effect.Effect<A, E, Exclude<R, World>> => {
  const fake = new FakeStorage()
  return Effect.provide(test(fake), world(fake, enabled))
}

const run = Effect.flatMap(EndpointChecks, (checks) => checks.run(Duration.zero))
const silence = { finding: "no_answer", summary: "Nothing answered within 5 seconds" } as const
const minutes = (count: number) => TestClock.adjust(Duration.minutes(count))
const rows = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ count: number }>`select count(*)::int as count from ${sql(table)}`, ([row]) => row!.count)
  )

const exact = (all: ReadonlyArray<number>, share: number) =>
  all.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(all.length * share)) - 1]!

describe("checks of storage endpoints", () => {
  it.effect("write down each endpoint, where its health is told, and leave out what is switched off", () =>
    watching((fake) =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        yield* addEndpoint("North")
        yield* endpoints.create(administrator, {
          name: "Told",
          url: "http://told.example.org",
          features_config: {
            features: { healthcheck: { enabled: true, healthcheck_url: "http://told.example.org/swift/healthcheck" } }
          }
        })
        yield* endpoints.create(administrator, {
          name: "Off",
          url: "http://off.example.org",
          features_config: { features: { healthcheck: { enabled: false } } }
        })
        fake.troubles.set("http://told.example.org", silence)
        assert.deepStrictEqual(yield* run, {
          status: "completed",
          reason: null,
          checked_count: 2,
          down_count: 1,
          opened_count: 0,
          closed_count: 0,
          purged_count: 0
        })
        assert.sameDeepMembers(fake.checks, [
          { url: "http://north.example.org:7480", healthUrl: null, verifyTls: true },
          { url: "http://told.example.org", healthUrl: "http://told.example.org/swift/healthcheck", verifyTls: true }
        ])
        const all = yield* endpoints.list
        assert.deepInclude(all.find(({ name }) => name === "North")!.health, {
          state: "up",
          latency_ms: 12,
          error: null
        })
        assert.deepInclude(all.find(({ name }) => name === "Told")!.health, {
          state: "down",
          latency_ms: null,
          error: "no_answer"
        })
        assert.isNull(all.find(({ name }) => name === "Off")!.health)
        assert.strictEqual(all.find(({ name }) => name === "North")!.version, 1, "a check is no edit")
      })
    )
  )

  it.effect("tell a health that somebody asks for, at most every 5 seconds, and since when it is so", () =>
    watching((fake) =>
      Effect.gen(function* () {
        const checks = yield* EndpointChecks
        const made = yield* addEndpoint()
        assert.deepInclude(yield* checks.check(made.id), { state: "up", latency_ms: 12, error: null })
        yield* checks.check(made.id)
        assert.lengthOf(fake.checks, 1)
        yield* TestClock.adjust("6 seconds")
        fake.latency = 2_500
        assert.strictEqual((yield* checks.check(made.id)).state, "degraded")
        yield* TestClock.adjust("6 seconds")
        fake.troubles.set(made.url, silence)
        const down = yield* checks.check(made.id)
        yield* TestClock.adjust("6 seconds")
        const still = yield* checks.check(made.id)
        assert.deepStrictEqual(still.since, down.since)
        assert.deepStrictEqual((yield* (yield* StorageEndpoints).get(made.id)).health, still)
        assert.strictEqual((yield* Effect.flip(checks.check(made.id + 1000))).code, "not_found")
      })
    )
  )

  it.effect(
    "an incident begins with the first of three failures, ends with the first of two answers, and " +
      "administrators are told",
    () =>
      watching((fake) =>
        Effect.gen(function* () {
          const made = yield* addEndpoint()
          const other = yield* addEndpoint("South")
          yield* addUser("ui_superadmin")
          yield* addUser("ui_user")
          const start = yield* DateTime.now
          const at = (minute: number) => DateTime.formatIso(DateTime.addDuration(start, Duration.minutes(minute)))
          const line = [true, false, true, false, false, false, true, false, true, true]
          const reports: Array<readonly [number, number]> = []
          for (const answered of line) {
            if (answered) fake.troubles.delete(made.url)
            else fake.troubles.set(made.url, silence)
            const { closed_count, opened_count } = yield* run
            reports.push([opened_count, closed_count])
            yield* minutes(1)
          }
          assert.deepStrictEqual(
            reports.findIndex(([opened]) => opened === 1),
            5
          )
          assert.deepStrictEqual(
            reports.findIndex(([, closed]) => closed === 1),
            9
          )
          const status = yield* EndpointStatus
          const { items } = yield* status.incidents(made.id, {})
          assert.lengthOf(items, 1)
          assert.deepInclude(items[0], {
            started_at: at(3),
            ended_at: at(8),
            cause: "no_answer",
            summary: silence.summary
          })
          assert.lengthOf((yield* status.incidents(other.id, {})).items, 0)
          const sql = yield* SqlClient.SqlClient
          const told = yield* sql<{ severity: string; title: string; role: string }>`
      select n.severity, n.title, u.role from notifications n join ui_users u on u.id = n.user_id order by n.id`
          assert.deepStrictEqual(
            told.map(({ role, severity, title }) => [role, severity, title]),
            [
              ["ui_superadmin", "critical", "North does not answer"],
              ["ui_superadmin", "info", "North answers again"]
            ]
          )
          const { days, total } = yield* status.history(made.id, "24h")
          assert.deepInclude(total, { checks: 10, failures: 5 })
          assert.deepStrictEqual(days.at(-1), { day: "1970-01-01", checks: 10, failures: 5, incidents: 1 })
          assert.deepStrictEqual([days.length, days[0]!.checks], [90, 0])
        })
      )
  )

  it.effect(
    "percentiles: exact of the last 24 hours, within 5 % of what is longer ago, failures left out, as a slow " +
      "model has them",
    () =>
      watching((fake) =>
        Effect.gen(function* () {
          const made = yield* addEndpoint()
          const latencies: Array<number> = []
          let seed = 42
          for (let index = 0; index < 120; index++) {
            seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
            fake.latency = index % 40 === 39 ? 1_000 + (seed % 900) : 5 + (seed % 60)
            if (index % 10 === 9) fake.troubles.set(made.url, silence)
            else {
              fake.troubles.delete(made.url)
              latencies.push(fake.latency)
            }
            yield* run
            yield* minutes(5)
          }
          const status = yield* EndpointStatus
          const day = yield* status.history(made.id, "24h")
          assert.deepStrictEqual(day.total, {
            checks: 120,
            failures: 12,
            p50_ms: exact(latencies, 0.5),
            p95_ms: exact(latencies, 0.95),
            p99_ms: exact(latencies, 0.99)
          })
          assert.strictEqual(
            day.points.reduce((sum, { checks }) => sum + checks, 0),
            120
          )
          assert.isAtMost(day.points.length, 96)
          for (const range of ["7d", "30d", "90d"] as const) {
            const { points, total } = yield* status.history(made.id, range)
            assert.deepInclude(total, { checks: 120, failures: 12 })
            assert.strictEqual(
              points.reduce((sum, { checks }) => sum + checks, 0),
              120,
              range
            )
            for (const [told, share] of [
              [total.p50_ms, 0.5],
              [total.p95_ms, 0.95],
              [total.p99_ms, 0.99]
            ] as const) {
              const right = exact(latencies, share)
              assert.closeTo(told!, right, right * 0.05 + 0.5, `${range} ${share}`)
            }
          }
        })
      ),
    60_000
  )

  it.effect("keep what is kept for its time: checks for days, hours for a month, days and incidents for a year", () =>
    watching(() =>
      Effect.gen(function* () {
        const made = yield* addEndpoint()
        const sql = yield* SqlClient.SqlClient
        const now = DateTime.toDate(yield* DateTime.now)
        yield* sql`
      insert into endpoint_checks (storage_endpoint_id, checked_at, state) select ${made.id},
        ${now}::timestamptz - d * interval '1 day', 'up' from unnest(array[1, 6, 8, 400]) d`
        yield* sql`
      insert into endpoint_health_periods (storage_endpoint_id, period, began, checks, failures, latencies)
      select ${made.id}, p, ${now}::timestamptz - d * interval '1 day', 1, 0, '{"20": 1}'
        from unnest(array['hour', 'day']) p, unnest(array[31, 33, 364, 366]) d`
        yield* sql`
      insert into endpoint_incidents (storage_endpoint_id, started_at, ended_at, cause, summary)
      select ${made.id}, ${now}::timestamptz - d * interval '1 day', case when d = 500 then null
        else ${now}::timestamptz - d * interval '1 day' end, 'no_answer', 'd' || d
      from unnest(array[364, 366, 500]) d`
        // checks: 8 and 400 days; hours: 33, 364 and 366; days: 366; incidents: the one that ended 366 days ago
        assert.strictEqual((yield* run).purged_count, 2 + 3 + 1 + 1)
        assert.deepStrictEqual(
          yield* Effect.all([rows("endpoint_checks"), rows("endpoint_health_periods"), rows("endpoint_incidents")]),
          [2 + 1, 1 + 3 + 2, 2]
        )
        const { days } = yield* (yield* EndpointStatus).history(made.id, "90d")
        assert.strictEqual(days.filter(({ checks }) => checks > 0).length, 3)
      })
    )
  )

  it.effect("are one at a time: of two that meet none is lost, and a run that finds another at work is skipped", () =>
    watching(() =>
      Effect.gen(function* () {
        const made = yield* addEndpoint()
        const records = yield* HealthRecords
        const now = yield* DateTime.now
        const write = (second: number) =>
          records.record(
            made.id,
            ({ health, watch }) => {
              const at = DateTime.addDuration(now, Duration.seconds(second))
              return {
                health: {
                  state: "down",
                  latency_ms: null,
                  error: "no_answer",
                  checked_at: at,
                  since: health?.since ?? at
                },
                watch: watch ?? {
                  _tag: "Answering",
                  at: DateTime.toEpochMillis(at),
                  failures: 1,
                  since: 1,
                  cause: null
                },
                change: null,
                summary: ""
              }
            },
            () => Effect.void
          )
        yield* Effect.all(
          Array.from({ length: 8 }, (_, second) => write(second)),
          { concurrency: "unbounded" }
        )
        const { total } = yield* records.history(made.id, "7d", now)
        assert.deepInclude(total, { checks: 8, failures: 8 })
        yield* write(3)
        assert.deepInclude(
          (yield* records.history(made.id, "7d", now)).total,
          { checks: 8 },
          "the same moment twice is one check"
        )
        const lease = yield* JobLease
        const met = yield* lease.run(
          "endpoint-status",
          Duration.minutes(1),
          Effect.map(run, (report) => ({ ...report }))
        )
        assert.deepInclude(
          met.pipe((found) => (found._tag === "Some" ? found.value : {})),
          { status: "skipped", reason: "lease_held" }
        )
      })
    )
  )

  it.effect("an endpoint that is deleted while it is checked is left out, with what was known of it", () =>
    watching((fake) =>
      Effect.gen(function* () {
        const made = yield* addEndpoint()
        yield* run
        const records = yield* EndpointRecords
        const list = yield* records.list
        yield* records.remove(made.id)
        assert.isNull(
          yield* (yield* HealthRecords).record(
            list[0]!.id,
            () => {
              throw new Error("nothing is decided of what is gone")
            },
            () => Effect.void
          )
        )
        assert.deepStrictEqual(
          [yield* rows("endpoint_checks"), yield* rows("endpoint_health_periods"), yield* rows("endpoint_watches")],
          [0, 0, 0]
        )
        assert.deepInclude(yield* run, { checked_count: 0 })
        assert.isNotEmpty(fake.checks)
      })
    )
  )

  it.effect("switched off, nothing is checked, found or shown", () =>
    watching(
      (fake) =>
        Effect.gen(function* () {
          const made = yield* addEndpoint()
          const sql = yield* SqlClient.SqlClient
          yield* sql`update storage_endpoints
            set health = '{"state": "down", "latency_ms": null, "error": "no_answer", "checked_at": "2026-01-01T00:00:00.000Z", "since": "2026-01-01T00:00:00.000Z"}'`
          assert.deepInclude(yield* run, { status: "skipped", reason: "disabled" })
          const [checks, status] = [yield* EndpointChecks, yield* EndpointStatus]
          for (const asked of [
            checks.check(made.id),
            status.history(made.id, "24h"),
            status.incidents(made.id, {}),
            status.changes
          ]) {
            assert.strictEqual(
              (yield* Effect.flip(asked as Effect.Effect<unknown, { readonly code: string }>)).code,
              "not_found"
            )
          }
          assert.deepStrictEqual(fake.checks, [])
        }),
      false
    )
  )
})
