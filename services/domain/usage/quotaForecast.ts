import { MIN_FORECAST_DAYS } from "./forecastDays.ts"
import type { GrowthRange, QuotaForecast, QuotaHistoryPoint, TimeUntilFull } from "./QuotaHistory.ts"
import type { QuotaLimits } from "./quotaCrossing.ts"

const DAY_MS = 86_400_000
/** Standard normal quantile of a two-sided 95 % interval. */
const QUANTILE = 1.96

export interface Reading {
  readonly at: number
  readonly value: number
}

/** Theil–Sen: median slope of all pairs, robust to outliers; range by Sen (1968). Null: fewer than two times. */
export const growthOf = (readings: ReadonlyArray<Reading>): GrowthRange | null => {
  const slopes: Array<number> = []
  for (const [index, one] of readings.entries()) {
    for (const other of readings.slice(index + 1)) {
      // + 0 turns -0 into 0
      if (one.at !== other.at) slopes.push((other.value - one.value) / ((other.at - one.at) / DAY_MS) + 0)
    }
  }
  if (slopes.length === 0) return null
  slopes.sort((one, other) => one - other)
  const count = readings.length
  const deviation = QUANTILE * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const at = (index: number) => slopes[Math.min(slopes.length - 1, Math.max(0, index))]!
  return {
    low: at(Math.floor((slopes.length - deviation) / 2)),
    likely: (at(Math.floor((slopes.length - 1) / 2)) + at(Math.floor(slopes.length / 2))) / 2,
    high: at(Math.ceil((slopes.length + deviation) / 2))
  }
}

/** Null while it does not grow; 0 when reached. */
export const daysUntil = (used: number, limit: number, growth: GrowthRange): Omit<TimeUntilFull, "limit"> | null => {
  const rest = limit - used
  if (rest <= 0) return { earliest_days: 0, likely_days: 0, latest_days: 0 }
  if (growth.likely <= 0) return null
  return {
    earliest_days: rest / growth.high,
    likely_days: rest / growth.likely,
    latest_days: growth.low > 0 ? rest / growth.low : null
  }
}

type Growth = Pick<QuotaForecast, "bytes_per_day" | "objects_per_day">

const unknown = (unknown_reason: QuotaForecast["unknown_reason"], growth?: Growth): QuotaForecast => ({
  bytes_per_day: null,
  objects_per_day: null,
  ...growth,
  time_until_full: null,
  unknown_reason
})

/** The limit that is likely reached first decides. */
export const quotaForecastFrom = (
  { bytes_per_day, objects_per_day }: Growth,
  usage: { readonly bytes: number; readonly objects: number },
  { max_bytes, max_objects }: QuotaLimits
): QuotaForecast => {
  if (bytes_per_day === null || objects_per_day === null) return unknown("too_few_days")
  const growth = { bytes_per_day, objects_per_day }
  if (max_bytes === null && max_objects === null) return unknown("no_quota", growth)
  const limits = [
    { limit: "bytes", most: max_bytes, used: usage.bytes, growth: bytes_per_day },
    { limit: "objects", most: max_objects, used: usage.objects, growth: objects_per_day }
  ] as const
  const times = limits.flatMap(({ growth, limit, most, used }): ReadonlyArray<TimeUntilFull> => {
    const days = most === null ? null : daysUntil(used, most, growth)
    return days === null ? [] : [{ limit, ...days }]
  })
  const [first] = [...times].sort((one, other) => one.likely_days - other.likely_days)
  return first === undefined
    ? unknown("not_growing", growth)
    : { ...growth, time_until_full: first, unknown_reason: null }
}

type DailyPoint = Pick<
  QuotaHistoryPoint,
  "at" | "bytes" | "objects" | "quota_known" | "quota_max_bytes" | "quota_max_objects"
>

export const quotaForecastOf = (points: ReadonlyArray<DailyPoint>): QuotaForecast => {
  const last = points.at(-1)
  if (last === undefined || points.length < MIN_FORECAST_DAYS) return unknown("too_few_days")
  const growthBy = (measure: "bytes" | "objects") =>
    growthOf(points.map((point) => ({ at: Date.parse(point.at), value: point[measure].last })))
  const growth = { bytes_per_day: growthBy("bytes"), objects_per_day: growthBy("objects") }
  if (!last.quota_known) return unknown(growth.bytes_per_day === null ? "too_few_days" : "quota_unknown", growth)
  return quotaForecastFrom(
    growth,
    { bytes: last.bytes.last, objects: last.objects.last },
    { max_bytes: last.quota_max_bytes, max_objects: last.quota_max_objects }
  )
}
