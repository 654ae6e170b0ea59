const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" })

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const MONTH = 2_629_746
const YEAR = 31_556_952

/** Unit, minimum count, next smaller unit: "in 1 month" would be imprecise for 45 days. */
const UNITS = [
  ["year", YEAR, 2, MONTH],
  ["month", MONTH, 2, DAY],
  ["day", DAY, 1, HOUR],
  ["hour", HOUR, 1, MINUTE],
  ["minute", MINUTE, 1, 1]
] as const

const CLOCK_TOLERANCE = 10

/** Milliseconds. Past times round down, future ones to nearest: 45 days minus a second is "in 45 days". "" for NaN. */
export const relativeTime = (at: number, now: number): string => {
  const seconds = (at - now) / 1000
  if (Number.isNaN(seconds)) return ""
  const past = seconds < 0
  const distance = Math.abs(seconds)
  for (const [unit, span, least, below] of UNITS) {
    if (distance + (past ? 0 : below / 2) < least * span) continue
    return relative.format(past ? -Math.floor(distance / span) : Math.max(least, Math.round(distance / span)), unit)
  }
  if (distance < CLOCK_TOLERANCE) return "just now"
  // In steps of ten, so that the page changes less.
  return past ? relative.format(-Math.floor(distance / 10) * 10, "second") : "in less than a minute"
}
