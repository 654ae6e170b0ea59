import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { BillingRecords } from "#services/usage/billing/BillingRecords.ts"
import { QuotaHistories } from "#services/usage/QuotaHistories.ts"
import { QuotaHistoryRecords } from "#services/usage/QuotaHistoryRecords.ts"
import { StatisticsRecords } from "#services/usage/StatisticsRecords.ts"
import { UsageDays } from "#services/usage/UsageDays.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"
import { TestSettings } from "../../support/testSettings.ts"

const NOW = "2026-05-10T03:00:00.000Z"

const purgedBy = (retention: { storageDays: number; hourlyStorageDays: number; trafficDays: number }) => {
  const purged: Record<string, string> = {}
  const purge = (data: string, before: DateTime.Utc) =>
    Effect.sync(() => {
      purged[data] = DateTime.formatIso(before).slice(0, 10)
      return 0
    })
  const mocks = Layer.mergeAll(
    Layer.mock(StatisticsRecords, {
      listingsOlderThan: () => Effect.succeed([]),
      writeStorage: () => Effect.succeed({ stored: 0, all: 0 }),
      purge: (storage, traffic) =>
        Effect.gen(function* () {
          if (storage !== null) yield* purge("storage_daily", storage)
          if (traffic !== null) yield* purge("traffic_daily", traffic)
          return 0
        })
    }),
    Layer.mock(UsageDays, {
      collect: () => Effect.succeed(0),
      purge: (before) => purge("usage_days", before)
    }),
    Layer.mock(QuotaHistoryRecords, {
      sample: () => Effect.succeed(0),
      deleteOlder: (resolution, before) => purge(`quota_usage_${resolution}`, before)
    }),
    Layer.mock(BillingRecords, {
      computeDays: () => Effect.succeed(0),
      deleteOlder: (rows, before) => purge(rows, before)
    }),
    Layer.mock(QuotaHistories, { forecastAll: () => Effect.void }),
    Layer.mock(BucketListings, { follow: () => () => undefined }),
    Layer.mock(EndpointRecords, { list: Effect.succeed([]) }),
    Layer.mock(AdminTargets, {}),
    Layer.mock(Rgw, {}),
    Layer.mock(ApplicationSettings, { read: Effect.succeed(defaultSettings as never) }),
    Layer.mock(JobLease, { run: (_name, _time, work) => Effect.asSome(work) as never })
  )
  return Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse(NOW))
    const report = yield* UsageHistory.use(({ collect }) => collect)
    assert.strictEqual(report.status, "completed")
    return purged
  }).pipe(
    Effect.provide(
      UsageHistory.layer.pipe(Layer.provide(mocks), Layer.provide(TestSettings({ usageHistory: retention })))
    )
  )
}

it.effect("deletes nothing when retention is 0", () =>
  Effect.map(purgedBy({ storageDays: 0, hourlyStorageDays: 0, trafficDays: 0 }), (purged) =>
    assert.deepStrictEqual(purged, {})
  )
)

it.effect("purges each data set by its own retention", () =>
  Effect.map(purgedBy({ storageDays: 100, hourlyStorageDays: 30, trafficDays: 10 }), (purged) =>
    assert.deepStrictEqual(purged, {
      storage_daily: "2026-01-30",
      usage_days: "2026-01-30",
      quota_usage_daily: "2026-01-30",
      quota_usage_hourly: "2026-04-10",
      usage_log_hours: "2026-04-10",
      traffic_daily: "2026-04-30",
      billing_daily: "2026-04-30"
    })
  )
)

it.effect("keeps samples of the last three days, which bills of yesterday need, whatever the retention", () =>
  Effect.map(purgedBy({ storageDays: 0, hourlyStorageDays: 1, trafficDays: 0 }), (purged) =>
    assert.deepStrictEqual(purged, { quota_usage_hourly: "2026-05-07", usage_log_hours: "2026-05-07" })
  )
)
