import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { HistoryResolution, QuotaHistory } from "#domain/usage/QuotaHistory.ts"
import { FORECAST_DAYS } from "#domain/usage/forecastDays.ts"
import { quotaForecastFrom, quotaForecastOf } from "#domain/usage/quotaForecast.ts"
import { Settings } from "#services/platform/Settings.ts"
import { QuotaHistoryRecords, type SubjectKey } from "./QuotaHistoryRecords.ts"

const MAX_DAYS: Readonly<Record<HistoryResolution, number>> = { hourly: 92, daily: 3_660 }
const DEFAULT_DAYS = 30

interface HistoryQuery {
  readonly from?: DateTime.Utc
  readonly to?: DateTime.Utc
  readonly resolution?: HistoryResolution
}

export class QuotaHistories extends Context.Service<
  QuotaHistories,
  {
    readonly read: (key: SubjectKey, query: HistoryQuery) => Effect.Effect<QuotaHistory, NotFound | InvalidInput>
    readonly forecastAll: (at: DateTime.Utc) => Effect.Effect<void>
  }
>()("stowage/services/usage/QuotaHistories") {
  static readonly layer = Layer.effect(
    QuotaHistories,
    Effect.gen(function* () {
      const records = yield* QuotaHistoryRecords
      const { usageHistory } = yield* Settings
      const retention = { hourly: usageHistory.hourlyStorageDays, daily: usageHistory.storageDays }
      const daysBefore = (at: DateTime.Utc, days: number) => DateTime.subtractDuration(at, Duration.days(days))

      const read = Effect.fn("QuotaHistories.read")(function* (
        key: SubjectKey,
        { from: requestedFrom, resolution = "daily", to: requestedTo }: HistoryQuery
      ) {
        const now = yield* DateTime.now
        const to = requestedTo ?? now
        const from = requestedFrom ?? daysBefore(to, DEFAULT_DAYS)
        if (!DateTime.isLessThan(from, to)) return yield* InvalidInput.at("query.from", "Expected a time before `to`")
        if (DateTime.isLessThan(from, daysBefore(to, MAX_DAYS[resolution])))
          return yield* InvalidInput.at(
            "query.from",
            `Expected at most ${MAX_DAYS[resolution]} days between \`from\` and \`to\``
          )
        const subject = yield* records.subject(key)
        if (subject === null) return yield* new NotFound({ entity: key.type, id: String(key.id) })
        const points = yield* records.points(key, { from, to }, resolution)
        const recent = yield* records.points(key, { from: daysBefore(now, FORECAST_DAYS), to: now }, "daily")
        const forecast = quotaForecastOf(recent)
        const current = yield* records.current(key, now)
        const history: QuotaHistory = {
          subject,
          resolution,
          from: DateTime.formatIso(from),
          to: DateTime.formatIso(to),
          points,
          forecast: current === null ? forecast : quotaForecastFrom(forecast, current, current.limits),
          retention_days: retention[resolution]
        }
        return history
      })

      const forecastAll = Effect.fn("QuotaHistories.forecastAll")((at: DateTime.Utc) =>
        records.storeForecasts(daysBefore(at, FORECAST_DAYS), at, quotaForecastOf)
      )

      return QuotaHistories.of({ read, forecastAll })
    })
  )
}
