const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" })

/** In seconds. */
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** Of the Gregorian calendar, on average. */
const MONTH = 2_629_746
const YEAR = 31_556_952

/**
 * Units, how many of them it takes, and the unit below. Months and years begin at two: "in 1 month" could be anything between one and two,
 * and 45 days are 45 days.
 */
const UNITS = [["year", YEAR, 2, MONTH], ["month", MONTH, 2, DAY], ["day", DAY, 1, HOUR], ["hour", HOUR, 1, MINUTE], ["minute", MINUTE, 1, 1]] as const

/** Clocks differ a little: what is at most this far ahead has just happened. In seconds. */
const AT_ONCE = 10

/**
 * How far a time is from now: `3 minutes ago`, `in 45 days`. What has passed is rounded down, as ages are; what is to come
 * to the nearest, so that what ends 45 days from a moment ago still ends "in 45 days". Never "tomorrow" or "next month":
 * those are of calendars, and this counts. "" for what is no time. Both in milliseconds since 1970.
 */
export const relativeTime = (at: number, now: number): string => {
  const seconds = (at - now) / 1000
  if (Number.isNaN(seconds)) return ""
  const past = seconds < 0
  const distance = Math.abs(seconds)
  for (const [unit, span, least, below] of UNITS) {
    // what the unit below would round up to a whole one of this, is one
    if (distance + (past ? 0 : below / 2) < least * span) continue
    return relative.format(past ? -Math.floor(distance / span) : Math.max(least, Math.round(distance / span)), unit)
  }
  if (distance < AT_ONCE) return "just now"
  // by tens, so that a page does not tick every second
  return past ? relative.format(-Math.floor(distance / 10) * 10, "second") : "in less than a minute"
}
