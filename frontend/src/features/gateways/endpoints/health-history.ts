import type { Answer } from "~/client/contract"
import type { Series } from "~/components/chart/time-series"

export type History = Answer<"GET /api/admin/storage-endpoints/:id/health/history">

const LINES = [
  ["Median", "p50_ms"],
  ["95 %", "p95_ms"],
  ["99 %", "p99_ms"]
] as const

export const latencySeries = ({ from, points, step_seconds, to }: History): ReadonlyArray<Series> => {
  const step = step_seconds * 1000
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const pointsByTime = new Map(points.map((point) => [Date.parse(point.at), point]))
  const moments = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)
  return LINES.map(([name, key]) => ({
    name,
    points: moments.map((at) => ({ at, value: pointsByTime.get(at)?.[key] ?? null }))
  }))
}

export const availabilityOf = ({
  checks,
  failures
}: {
  readonly checks: number
  readonly failures: number
}): number | null => (checks === 0 ? null : (checks - failures) / checks)

export const shareInWords = (share: number | null): string =>
  share === null ? "Not known" : share === 1 ? "100 %" : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
] as const

export const durationText = (from: string, to: string): string => {
  const seconds = Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  const first = UNITS.findIndex(([, size]) => seconds >= size)
  const parts = UNITS.slice(first, first + 2).map(([name, size], index) => {
    const count = Math.floor((index === 0 ? seconds : seconds % (UNITS[first] ?? UNITS[3])[1]) / size)
    return count === 0 ? "" : `${count} ${name}${count === 1 ? "" : "s"}`
  })
  return parts.filter((part) => part !== "").join(" ")
}
