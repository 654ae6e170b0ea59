import { Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import type { Quota } from "#domain/accounts/GatewaySettings.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { QuotaMonitorReport } from "#domain/usage/QuotaAlert.ts"
import { type AlertState, crossing, type QuotaLimits, quotaRatio } from "#domain/usage/quotaCrossing.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { OwnerUsage } from "#services/gateways/endpoints/OwnerUsage.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { Settings } from "#services/platform/Settings.ts"
import { QuotaAlertMails } from "./QuotaAlertMails.ts"
import { type MonitoredSubject, type QuotaReading, QuotaStateRecords } from "./QuotaStateRecords.ts"

const LEASE_DURATION = Duration.minutes(50)
/** Quotas are read again within this time, and after a change made here. */
const QUOTA_MAX_AGE = Duration.hours(24)
const ALERT_RETENTION = Duration.days(90)
const BATCH_SIZE = 200
const MAX_CONCURRENT_ENDPOINTS = 4
const MAX_CONCURRENT_SUBJECTS = 16

const limitsOf = ({ enabled, max_objects, max_size_bytes }: Quota): QuotaLimits =>
  enabled ? { max_bytes: max_size_bytes, max_objects } : { max_bytes: null, max_objects: null }

/** A subject that the gateway does not have is a drift, not a failure of the endpoint. */
const isMissing = (failure: GatewayFailure | NotFound) =>
  failure._tag === "NotFound" || (failure._tag === "StorageError" && failure.storage_code === "NoSuchUser")

const empty = (status: QuotaMonitorReport["status"]): QuotaMonitorReport => ({
  status,
  checked_count: 0,
  crossing_count: 0,
  mailed_count: 0,
  notified_count: 0,
  failed_endpoint_count: 0
})

export class QuotaMonitor extends Context.Service<
  QuotaMonitor,
  {
    readonly run: Effect.Effect<QuotaMonitorReport>
  }
>()("stowage/services/usage/QuotaMonitor") {
  static readonly layer = Layer.effect(
    QuotaMonitor,
    Effect.gen(function* () {
      const records = yield* QuotaStateRecords
      const mails = yield* QuotaAlertMails
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const accounts = yield* GatewayAccountSettings
      const users = yield* GatewayUserSettings
      const ownerUsage = yield* OwnerUsage
      const settings = yield* ApplicationSettings
      const lease = yield* JobLease
      const threshold = (yield* Settings).quotaMonitor.thresholdPercent / 100

      const decide = (previous: AlertState | null, ratio: number | null) => crossing(previous, ratio, threshold)

      const quotaOf = (target: AdminTarget, { external_id, type }: MonitoredSubject) =>
        type === "S3Account"
          ? Effect.map(accounts.settings(target, external_id), ({ account_quota }) => limitsOf(account_quota))
          : Effect.map(users.settings(target, external_id), ({ user_quota }) => limitsOf(user_quota))

      const readSubject = Effect.fnUntraced(function* (target: AdminTarget, subject: MonitoredSubject) {
        const limits = subject.limits ?? (yield* quotaOf(target, subject))
        const usage = yield* ownerUsage.read(target, subject.uid)
        if (usage === null) return null
        const { id, type } = subject
        const reading: QuotaReading = {
          type,
          id,
          ...usage,
          limits,
          ratio: quotaRatio(usage, limits),
          quota_read: subject.limits === null
        }
        return reading
      })

      const checkEndpoint = Effect.fnUntraced(function* (endpoint: StorageEndpoint) {
        const total = { checked: 0, crossings: 0, notified: 0, failed: false }
        const target = yield* targets.of(endpoint)
        if (target === null) return total
        const readSince = DateTime.subtractDuration(yield* DateTime.now, QUOTA_MAX_AGE)
        const subjects = yield* records.subjects(endpoint.id, readSince)
        for (let from = 0; from < subjects.length; from += BATCH_SIZE) {
          const outcomes = yield* Effect.forEach(
            subjects.slice(from, from + BATCH_SIZE),
            (subject) => Effect.result(readSubject(target, subject)),
            { concurrency: MAX_CONCURRENT_SUBJECTS }
          )
          const readings = outcomes
            .filter(Result.isSuccess)
            .flatMap(({ success }) => (success === null ? [] : [success]))
          const failed = outcomes.some((one) => Result.isFailure(one) && !isMissing(one.failure))
          total.failed ||= failed
          const { checked, crossings, notified } = yield* records.record(readings, decide, yield* DateTime.now)
          total.checked += checked
          total.crossings += crossings
          total.notified += notified
          if (failed && readings.length === 0) break
        }
        return total
      })

      const checkAll = Effect.gen(function* () {
        const totals = yield* Effect.forEach(yield* endpoints.list, checkEndpoint, {
          concurrency: MAX_CONCURRENT_ENDPOINTS
        })
        const sum = (field: "checked" | "crossings" | "notified") =>
          totals.reduce((count, total) => count + total[field], 0)
        yield* records.tidy(DateTime.subtractDuration(yield* DateTime.now, ALERT_RETENTION))
        const report: QuotaMonitorReport = {
          status: "completed",
          checked_count: sum("checked"),
          crossing_count: sum("crossings"),
          mailed_count: yield* mails.deliver,
          notified_count: sum("notified"),
          failed_endpoint_count: totals.filter(({ failed }) => failed).length
        }
        return report
      })

      const run = Effect.gen(function* () {
        if (!(yield* settings.read).general.quota_alerts_enabled) return empty("disabled")
        return Option.getOrElse(yield* lease.run("quota-monitor", LEASE_DURATION, checkAll), () => empty("skipped"))
      })

      return QuotaMonitor.of({ run: Effect.withSpan(run, "QuotaMonitor.run") })
    })
  )
}
