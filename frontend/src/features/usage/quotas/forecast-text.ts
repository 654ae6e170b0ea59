import type { Row } from "~/client/contract"
import { MIN_FORECAST_DAYS } from "../../../../../services/domain/usage/forecastDays.ts"

export type Forecast = NonNullable<Row<"GET /api/admin/quota/subjects">["forecast"]>

/** Unit, its days, and the days from which the next larger unit is used. */
const UNITS = [
  ["day", 1, 14],
  ["week", 7, 63],
  ["month", 30.44, 730],
  ["year", 365.25, 3_650]
] as const

const REASONS = {
  too_few_days: `unknown: fewer than ${MIN_FORECAST_DAYS} days of history`,
  quota_unknown: "unknown: the quota could not be read",
  no_quota: "no quota",
  not_growing: "not growing"
} as const

const counted = (value: number, unit: string): string => `${value} ${unit}${value === 1 ? "" : "s"}`

/** Rounds the earliest time down and the latest up, so that the range holds both. */
const fullText = (earliest: number, latest: number | null): string => {
  if (latest === 0) return "full now"
  if (latest !== null && latest <= 1) return "full within a day"
  const unit = UNITS.find(([, , end]) => (latest ?? earliest) < end)
  if (unit === undefined) return "full in more than 10 years"
  const [name, span] = unit
  const from = Math.floor(earliest / span)
  if (latest === null) return from === 0 ? "full soon, or never" : `full in ${counted(from, name)} or later`
  const to = Math.ceil(latest / span)
  return from === 0
    ? `full within ${counted(to, name)}`
    : from === to
      ? `full in ${counted(to, name)}`
      : `full in ${from}–${counted(to, name)}`
}

/** Null: usage history was not collected yet. */
export const forecastText = (forecast: Forecast | null): string => {
  if (forecast === null) return "unknown: no history yet"
  const { time_until_full: time, unknown_reason: reason } = forecast
  if (time === null) return reason === null ? "unknown" : REASONS[reason]
  return fullText(time.earliest_days, time.latest_days)
}
