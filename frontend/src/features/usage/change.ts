import { bytes, int } from "~/lib/format"
import type { UsageDay } from "./usage"

const DAY_MS = 86_400_000

/** Latest day measured 7 to 14 days before; null without one. `days`: oldest first. */
export const weekBefore = (days: ReadonlyArray<UsageDay>, at: string): UsageDay | null => {
  const latest = new Date(Date.parse(at) - 7 * DAY_MS).toISOString().slice(0, 10)
  const earliest = new Date(Date.parse(at) - 14 * DAY_MS).toISOString().slice(0, 10)
  return days.findLast(({ day }) => day <= latest && day >= earliest) ?? null
}

const signed = (value: number, format: (value: number) => string): string =>
  value === 0 ? "Unchanged" : `${value > 0 ? "+" : "−"}${format(Math.abs(value))}`

export const changeOfBytes = (value: number): string => signed(value, bytes)
export const changeOfCount = (value: number): string => signed(value, int)
