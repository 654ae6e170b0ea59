import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"
import * as BillingCreditRecordsSql from "#layers/sql/usage/billing/BillingCreditRecordsSql.ts"
import * as BillingRecordsSql from "#layers/sql/usage/billing/BillingRecordsSql.ts"
import * as RateCardRecordsSql from "#layers/sql/usage/billing/RateCardRecordsSql.ts"
import { Billing } from "#services/usage/billing/Billing.ts"
import { BillingRecords } from "#services/usage/billing/BillingRecords.ts"
import { RateCardRecords } from "#services/usage/billing/RateCardRecords.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const services = Billing.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(BillingRecordsSql.layer, BillingCreditRecordsSql.layer, RateCardRecordsSql.layer)),
  Layer.provideMerge(TestDatabase.layer)
)

const HOUR = 3_600_000
const time = (at: string) => DateTime.makeUnsafe(at)

const owners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["billing_daily", "billing_credits", "rgw_accounts", "storage_endpoints"])
    yield* sql`delete from ${sql(table)}`
  const [endpoint] = yield* sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('Paris', 'http://localhost:9', '{"features": {}}', now(), now()) returning id`
  const endpointId = (endpoint as { id: number }).id
  const [research] = yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('Research', 'RGW1', 'root', ${endpointId}, 'key', 'unreadable', now()) returning id`
  return { endpointId, account: (research as { id: number }).id }
})

const entry = (at: string, fields: Partial<TrafficEntry> = {}): TrafficEntry => ({
  owner: "RGW1",
  bucket: "b",
  operation: "get_obj",
  at: Date.parse(at),
  operations: 3,
  successful_operations: 2,
  bytes_sent: 100,
  bytes_received: 10,
  ...fields
})

const stored = Effect.gen(function* () {
  const { days } = yield* Billing
  return (yield* days({})).items
})

layer(services, { excludeTestServices: true, timeout: "60 seconds" })("billing by day", (it) => {
  it.effect("sums bytes over closed hours as a recount hour by hour does; again it gives the same", () =>
    Effect.gen(function* () {
      const { account, endpointId } = yield* owners
      const sql = yield* SqlClient.SqlClient
      const samples = [
        ["2026-10-22T20:10:00Z", 7],
        ["2026-10-24T13:20:00Z", 1_000],
        ["2026-10-24T13:40:00Z", 2_000_000_000_000_000],
        ["2026-10-25T02:00:00Z", 3],
        ["2026-10-25T05:59:59Z", 50]
      ] as const
      for (const [at, bytes] of samples)
        yield* sql`
          insert into quota_usage_hourly
            (subject_type, subject_id, measured_at, storage_endpoint_id, used_bytes, object_count, quota_known)
          values ('S3Account', ${account}, ${new Date(at)}, ${endpointId}, ${bytes}, 1, false)`
      const now = "2026-10-25T09:30:00Z"
      const { computeDays } = yield* BillingRecords
      yield* computeDays(time(now))
      const recount = (day: string) => {
        let [sum, hours] = [0n, 0]
        for (let hour = 1; hour <= 24; hour++) {
          const end = Date.parse(`${day}T00:00:00Z`) + hour * HOUR
          if (end > Date.parse(now)) continue
          const last = samples.filter(([at]) => Date.parse(at) < end && Date.parse(at) >= end - 36 * HOUR).at(-1)
          if (last === undefined) continue
          sum += BigInt(last[1])
          hours++
        }
        return { day, byte_hours: String(sum), measured_hours: hours }
      }
      const first = yield* stored
      assert.deepStrictEqual(
        first.map(({ byte_hours, day, measured_hours }) => ({ day, byte_hours, measured_hours })),
        [recount("2026-10-25"), recount("2026-10-24")]
      )
      assert.deepInclude(first[0], { operations: null, categories: null, bytes_sent: null, collected_hours: 0 })
      assert.strictEqual(yield* computeDays(time(now)), 0)
      assert.deepStrictEqual(yield* stored, first)
    })
  )

  it.effect("counts successful calls of closed hours once, however often the log is read", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* owners
      const { computeDays, storeUsageLog } = yield* BillingRecords
      const log = [
        entry("2026-10-24T23:00:00Z", { operation: "put_obj" }),
        entry("2026-10-25T00:00:00Z"),
        entry("2026-10-25T00:00:00Z", { bucket: "c", successful_operations: 5 }),
        entry("2026-10-25T00:00:00Z", { owner: "RGW2" }),
        entry("2026-10-25T02:00:00Z", { operation: "delete_obj" })
      ]
      const collect = Effect.fnUntraced(function* (entries: ReadonlyArray<TrafficEntry>, at: string) {
        yield* storeUsageLog(endpointId, entries, time("2026-10-24T00:00:00Z"), DateTime.startOf(time(at), "hour"))
        yield* computeDays(time(at))
        return yield* stored
      })
      const first = yield* collect(log, "2026-10-25T02:10:00Z")
      assert.deepStrictEqual(
        first.map(({ bytes_sent, collected_hours, day, operations }) => [day, operations, bytes_sent, collected_hours]),
        [
          ["2026-10-25", { get_obj: 7 }, 200, 2],
          ["2026-10-24", { put_obj: 2 }, 100, 24]
        ]
      )
      assert.deepInclude(first[0]?.categories, { read: 7, write: 0 })
      assert.deepStrictEqual(yield* collect(log, "2026-10-25T02:20:00Z"), first)
      const late = yield* collect([...log, entry("2026-10-24T05:00:00Z", { bucket: "d" })], "2026-10-25T02:30:00Z")
      assert.deepStrictEqual(late[1]?.operations, { get_obj: 2, put_obj: 2 })
      assert.deepStrictEqual(
        yield* collect([entry("2026-10-25T01:00:00Z", { owner: "RGW2" })], "2026-10-25T02:40:00Z"),
        late
      )
      assert.deepStrictEqual(yield* collect([], "2026-10-25T02:50:00Z"), late)
    })
  )

  it.effect("a subject without calls has none where the log is collected; an empty log is not collected", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* owners
      const { computeDays, storeUsageLog } = yield* BillingRecords
      const [since, until] = [time("2026-10-24T00:00:00Z"), time("2026-10-25T02:00:00Z")]
      yield* storeUsageLog(endpointId, [], since, until)
      yield* computeDays(until)
      assert.deepStrictEqual(yield* stored, [])
      yield* storeUsageLog(endpointId, [entry("2026-10-25T01:00:00Z", { owner: "other" })], since, until)
      yield* computeDays(until)
      assert.deepStrictEqual(
        (yield* stored).map(({ byte_hours, bytes_sent, operations }) => ({ byte_hours, bytes_sent, operations })),
        Array.from({ length: 2 }, () => ({ byte_hours: null, bytes_sent: 0, operations: {} }))
      )
    })
  )

  it.effect("the database refuses overlapping rate cards of an endpoint", () =>
    Effect.gen(function* () {
      const { endpointId } = yield* owners
      const { add, overlapping } = yield* RateCardRecords
      const card = {
        storage_endpoint_id: endpointId,
        name: "Standard",
        currency: "EUR",
        valid_from: "2026-01-01",
        valid_until: "2026-02-01",
        price_per_gib_month: "0.020000001",
        price_per_gib_out: "0",
        prices_per_thousand_operations: { read: "0.4" }
      }
      const now = time("2026-01-01T00:00:00Z")
      yield* add(card, now)
      const next = { ...card, valid_from: "2026-02-01", valid_until: null }
      assert.isNull(yield* overlapping(next, null))
      yield* add(next, now)
      const within = { ...card, valid_from: "2026-01-31", valid_until: "2026-03-01" }
      assert.strictEqual((yield* overlapping(within, null))?.price_per_gib_month, "0.020000001")
      assert.strictEqual((yield* Effect.exit(add(within, now)))._tag, "Failure")
      assert.isNull(yield* add({ ...card, storage_endpoint_id: endpointId + 1000 }, now))
    })
  )
})
