import type { HealthDay, HealthFigures, HealthPoint, HistoryRange } from "./EndpointStatus.ts"
import { addLatencies, type Latencies, percentileOf } from "./latencies.ts"

export const uptimeDays = 90

interface Shape {
  readonly seconds: number
  readonly step: number
  readonly of: "check" | "hour" | "day"
}

const hour = 3_600
const day = 24 * hour

export const historyShapes: Readonly<Record<HistoryRange, Shape>> = {
  "24h": { seconds: day, step: hour / 4, of: "check" },
  "7d": { seconds: 7 * day, step: hour, of: "hour" },
  "30d": { seconds: 30 * day, step: 6 * hour, of: "hour" },
  "90d": { seconds: 90 * day, step: day, of: "day" }
}

export interface HealthPeriod {
  readonly began: number
  readonly checks: number
  readonly failures: number
  readonly latencies: Latencies
}

export const figuresOf = (periods: ReadonlyArray<HealthPeriod>): HealthFigures => {
  const latencies = addLatencies(periods.map((period) => period.latencies))
  return {
    checks: periods.reduce((sum, { checks }) => sum + checks, 0),
    failures: periods.reduce((sum, { failures }) => sum + failures, 0),
    p50_ms: percentileOf(latencies, 0.5),
    p95_ms: percentileOf(latencies, 0.95),
    p99_ms: percentileOf(latencies, 0.99)
  }
}

export const pointsOf = (periods: ReadonlyArray<HealthPeriod>, stepSeconds: number): ReadonlyArray<HealthPoint> => {
  const steps = Map.groupBy(periods, ({ began }) => began - (began % (stepSeconds * 1000)))
  return [...steps]
    .sort(([one], [other]) => one - other)
    .map(([at, those]) => ({ at: new Date(at).toISOString(), ...figuresOf(those) }))
}

const dayText = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const daysOf = (recordedDays: ReadonlyArray<HealthDay>, now: number): ReadonlyArray<HealthDay> => {
  const byDay = new Map(recordedDays.map((one) => [one.day, one]))
  return Array.from({ length: uptimeDays }, (_, index) => {
    const text = dayText(now - (uptimeDays - 1 - index) * day * 1000)
    return byDay.get(text) ?? { day: text, checks: 0, failures: 0, incidents: 0 }
  })
}
