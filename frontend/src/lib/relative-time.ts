const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" })

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const MONTH = 2_629_746
const YEAR = 31_556_952

/**
 * Units with their minimum count and the next smaller unit. Months and years start at two: "in 1 month" would be
 * imprecise for 45 days.
 */
const UNITS = [
  ["year", YEAR, 2, MONTH],
  ["month", MONTH, 2, DAY],
  ["day", DAY, 1, HOUR],
  ["hour", HOUR, 1, MINUTE],
  ["minute", MINUTE, 1, 1]
] as const

const CLOCK_TOLERANCE = 10

/**
 * Formats a distance: `3 minutes ago`, `in 45 days`. Past times round down, as ages do; future times round to nearest,
 * so that 45 days minus a second is "in 45 days". Never "tomorrow", which is a calendar term. "" for NaN. Milliseconds
 * since the epoch.
 */
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
  // In steps of ten, so that the page does not change every second.
  return past ? relative.format(-Math.floor(distance / 10) * 10, "second") : "in less than a minute"
}
