import { Schema } from "effect"
import { QuotaForecast, type QuotaHistoryPoint } from "./QuotaHistory.ts"
import type { QuotaLimits } from "./quotaCrossing.ts"
import { quotaForecastOf } from "./quotaForecast.ts"
import type { UsageDay } from "./UsageHistory.ts"

export const SpaceGrowth = Schema.Struct({
  /** Null for folders, which RGW does not count. */
  space: Schema.NullOr(QuotaForecast),
  account: QuotaForecast
}).annotate({ identifier: "SpaceGrowth" })
export type SpaceGrowth = typeof SpaceGrowth.Type

const measureOf = (value: number): QuotaHistoryPoint["bytes"] => ({ min: value, max: value, avg: value, last: value })

export const spaceForecastOf = (days: ReadonlyArray<UsageDay>, limits: QuotaLimits | null): QuotaForecast =>
  quotaForecastOf(
    days.flatMap(({ day, object_count, used_bytes }) =>
      object_count === null || used_bytes === null
        ? []
        : [
            {
              at: `${day}T00:00:00.000Z`,
              bytes: measureOf(used_bytes),
              objects: measureOf(object_count),
              quota_known: limits !== null,
              quota_max_bytes: limits?.max_bytes ?? null,
              quota_max_objects: limits?.max_objects ?? null
            }
          ]
    )
  )
