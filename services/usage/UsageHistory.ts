import { Context, DateTime, Duration, Effect, Layer, Option, Schedule } from "effect"
import type { HistoryResolution } from "#domain/usage/QuotaHistory.ts"
import type { UsageHistoryReport } from "#domain/usage/Statistics.ts"
import { trafficByDay } from "#domain/usage/TrafficEntry.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { deleteInBatches } from "#services/platform/purgeOld.ts"
import { Settings } from "#services/platform/Settings.ts"
import { UsageDays } from "#services/usage/UsageDays.ts"
import { BillingRecords } from "./billing/BillingRecords.ts"
import { QuotaHistories } from "./QuotaHistories.ts"
import { QuotaHistoryRecords } from "./QuotaHistoryRecords.ts"
import { StatisticsRecords } from "./StatisticsRecords.ts"

/** Listings not refreshed in time are not stored. */
const MAX_CONCURRENT_REFRESHES = 4
const REFRESH_TIMEOUT = Duration.minutes(20)
const LISTING_MAX_AGE = Duration.hours(6)
/** The gateway writes its usage log late: read the last days again. */
const TRAFFIC_DAYS = 2
/** Rows per delete: few, to avoid long locks. */
const PURGE_BATCH = 5_000
/** Samples that the rollup of yesterday and byte-hours still need. */
const MIN_HOURLY_DAYS = 3

export class UsageHistory extends Context.Service<
  UsageHistory,
  {
    readonly collect: Effect.Effect<UsageHistoryReport>
  }
>()("stowage/services/usage/UsageHistory") {
  static readonly layer = Layer.effect(
    UsageHistory,
    Effect.gen(function* () {
      const records = yield* StatisticsRecords
      const listings = yield* BucketListings
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const rgw = yield* Rgw
      const days = yield* UsageDays
      const quotaRecords = yield* QuotaHistoryRecords
      const histories = yield* QuotaHistories
      const billing = yield* BillingRecords
      const lease = yield* JobLease
      const settings = yield* ApplicationSettings
      const {
        usageHistory: { hourlyStorageDays, storageDays, trafficDays: trafficRetentionDays }
      } = yield* Settings

      const skipped = (reason: "lease_held" | "disabled"): UsageHistoryReport => ({
        status: "skipped",
        reason,
        stored_count: 0,
        unknown_count: 0,
        sampled_count: 0,
        traffic_endpoint_count: 0,
        failed_endpoint_count: 0,
        purged_count: 0
      })

      const refreshListings = Effect.fnUntraced(function* (since: DateTime.Utc) {
        const old = yield* records.listingsOlderThan(since)
        yield* Effect.forEach(old, listings.refresh, { concurrency: MAX_CONCURRENT_REFRESHES, discard: true })
        if (old.length === 0) return
        yield* records.listingsOlderThan(since).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("2 seconds"),
            while: (left: ReadonlyArray<string>) => left.length > 0
          }),
          Effect.timeoutOption(REFRESH_TIMEOUT)
        )
      })

      const trafficOf = Effect.fnUntraced(function* (endpointId: number, now: DateTime.Utc) {
        const endpoint = yield* endpoints.find(endpointId)
        const target = endpoint.capabilities.usage ? yield* targets.of(endpoint) : null
        if (target === null) return null
        const from = DateTime.startOf(DateTime.subtractDuration(now, Duration.days(TRAFFIC_DAYS - 1)), "day")
        const read = yield* Effect.result(rgw.usageLog(target, { since: from }))
        yield* records.writeTraffic(
          endpointId,
          read._tag === "Success" ? trafficByDay(read.success) : { error: read.failure.code },
          now
        )
        if (read._tag === "Success")
          yield* billing.storeUsageLog(endpointId, read.success, from, DateTime.startOf(now, "hour"))
        return read._tag === "Success"
      })

      const collectAll = Effect.gen(function* () {
        const now = yield* DateTime.now
        const since = DateTime.subtractDuration(now, LISTING_MAX_AGE)
        yield* refreshListings(since)
        const { all, stored } = yield* records.writeStorage(now, since)
        yield* days.collect(now, since)
        const sampled = yield* quotaRecords.sample(now, since)
        yield* histories.forecastAll(now)
        const outcomes = yield* Effect.forEach(
          yield* endpoints.list,
          ({ id }) => Effect.catchTag(trafficOf(id, now), "NotFound", () => Effect.succeed(null)),
          { concurrency: 2 }
        )
        yield* billing.computeDays(now)
        const before = (days: number) => (days === 0 ? null : DateTime.subtractDuration(now, Duration.days(days)))
        const [storageBefore, trafficBefore] = [before(storageDays), before(trafficRetentionDays)]
        const purged = yield* deleteInBatches(PURGE_BATCH, (limit) =>
          records.purge(storageBefore, trafficBefore, limit)
        )
        const forgotten =
          storageBefore === null ? 0 : yield* deleteInBatches(PURGE_BATCH, (limit) => days.purge(storageBefore, limit))
        const hourlyBefore = hourlyStorageDays === 0 ? null : before(Math.max(MIN_HOURLY_DAYS, hourlyStorageDays))
        const deleteHistory = (resolution: HistoryResolution, moment: DateTime.Utc | null) =>
          moment === null
            ? Effect.succeed(0)
            : deleteInBatches(PURGE_BATCH, (limit) => quotaRecords.deleteOlder(resolution, moment, limit))
        const deleteBilling = (rows: "usage_log_hours" | "billing_daily", moment: DateTime.Utc | null) =>
          moment === null
            ? Effect.succeed(0)
            : deleteInBatches(PURGE_BATCH, (limit) => billing.deleteOlder(rows, moment, limit))
        const samplesDeleted =
          (yield* deleteHistory("hourly", hourlyBefore)) +
          (yield* deleteHistory("daily", storageBefore)) +
          (yield* deleteBilling("usage_log_hours", hourlyBefore)) +
          (yield* deleteBilling("billing_daily", trafficBefore))
        const report: UsageHistoryReport = {
          status: "completed",
          reason: null,
          stored_count: stored,
          unknown_count: all - stored,
          sampled_count: sampled,
          traffic_endpoint_count: outcomes.filter((done) => done === true).length,
          failed_endpoint_count: outcomes.filter((done) => done === false).length,
          purged_count: purged + forgotten + samplesDeleted
        }
        return report
      })

      const collect = Effect.gen(function* () {
        if (!(yield* settings.read).general.usage_history_enabled) return skipped("disabled")
        return Option.getOrElse(yield* lease.run("usage-history", Duration.minutes(45), collectAll), () =>
          skipped("lease_held")
        )
      })

      return UsageHistory.of({ collect: Effect.withSpan(collect, "UsageHistory.collect") })
    })
  )
}
