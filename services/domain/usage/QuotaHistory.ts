import { Schema } from "effect"
import { timeQuery } from "../platform/Filters.ts"
import { RowId } from "../platform/RowId.ts"

export const quotaSubjectTypes = ["S3Account", "S3User"] as const
export const QuotaSubjectType = Schema.Literals(quotaSubjectTypes).annotate({ identifier: "QuotaSubjectType" })
export type QuotaSubjectType = typeof QuotaSubjectType.Type

export const quotaSubjectParams = { type: QuotaSubjectType, id: RowId }

const Known = Schema.NullOr(Schema.Int)

const measure = { min: Schema.Int, max: Schema.Int, avg: Schema.Int, last: Schema.Int }
const Measure = Schema.Struct(measure).annotate({ identifier: "QuotaMeasure" })

/**
 * Daily: `at` is the start of the UTC day; hourly: the time of the run, with four equal figures.
 * `quota_max_…` null: no limit, or not read (`quota_known` false).
 */
export const QuotaHistoryPoint = Schema.Struct({
  at: Schema.String,
  sample_count: Schema.Int,
  bytes: Measure,
  objects: Measure,
  quota_known: Schema.Boolean,
  quota_max_bytes: Known,
  quota_max_objects: Known
}).annotate({ identifier: "QuotaHistoryPoint" })
export type QuotaHistoryPoint = typeof QuotaHistoryPoint.Type

export const GrowthRange = Schema.Struct({
  low: Schema.Finite,
  likely: Schema.Finite,
  high: Schema.Finite
}).annotate({ identifier: "GrowthRange" })
export type GrowthRange = typeof GrowthRange.Type

/** Days from the last measurement. `latest` null: usage may never reach the quota. */
export const TimeUntilFull = Schema.Struct({
  limit: Schema.Literals(["bytes", "objects"]),
  earliest_days: Schema.Finite,
  likely_days: Schema.Finite,
  latest_days: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "TimeUntilFull" })
export type TimeUntilFull = typeof TimeUntilFull.Type

export const forecastGaps = ["too_few_days", "quota_unknown", "no_quota", "not_growing"] as const

/** Growth null: too few days. `time_until_full` null: `unknown_reason` says why, which is null otherwise. */
export const QuotaForecast = Schema.Struct({
  bytes_per_day: Schema.NullOr(GrowthRange),
  objects_per_day: Schema.NullOr(GrowthRange),
  time_until_full: Schema.NullOr(TimeUntilFull),
  unknown_reason: Schema.NullOr(Schema.Literals(forecastGaps))
}).annotate({ identifier: "QuotaForecast" })
export type QuotaForecast = typeof QuotaForecast.Type

export const QuotaSubject = Schema.Struct({
  type: QuotaSubjectType,
  id: Schema.Int,
  name: Schema.String,
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String
}).annotate({ identifier: "QuotaSubject" })
export type QuotaSubject = typeof QuotaSubject.Type

export const historyResolutions = ["hourly", "daily"] as const
export type HistoryResolution = (typeof historyResolutions)[number]

export const quotaHistoryQuery = {
  from: timeQuery,
  to: timeQuery,
  resolution: Schema.optionalKey(Schema.Literals(historyResolutions))
}

export const QuotaHistory = Schema.Struct({
  subject: QuotaSubject,
  resolution: Schema.Literals(historyResolutions),
  from: Schema.String,
  to: Schema.String,
  points: Schema.Array(QuotaHistoryPoint),
  /** From the growth of the last 30 days, whatever the period, and the present usage and quota. */
  forecast: QuotaForecast,
  retention_days: Schema.Int
}).annotate({ identifier: "QuotaHistory" })
export type QuotaHistory = typeof QuotaHistory.Type
