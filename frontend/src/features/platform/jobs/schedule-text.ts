const WEEKDAYS = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"]

const isNumber = (field: string): boolean => /^\d{1,2}$/.test(field)

/** Null unless it divides the period, as the last gap would be shorter. */
const intervalOf = (field: string, period: number): number | null => {
  if (field === "*") return 1
  const interval = field.startsWith("*/") && isNumber(field.slice(2)) ? Number(field.slice(2)) : 0
  return interval > 0 && period % interval === 0 ? interval : null
}

const everyText = (interval: number, unit: string): string =>
  interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`

/** UTC. Expressions beyond minutes, hours and one weekday are returned as they are. */
export const scheduleText = (cron: string): string => {
  const [minute = "", hour = "", day, month, weekday = "", ...more] = cron.trim().split(/\s+/)
  if (day !== "*" || month !== "*" || more.length > 0) return cron
  if (isNumber(minute) && isNumber(hour)) {
    const time = `at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} UTC`
    if (weekday === "*") return `Daily ${time}`
    const name = isNumber(weekday) ? WEEKDAYS[Number(weekday) % 7] : undefined
    return name === undefined ? cron : `${name} ${time}`
  }
  if (weekday !== "*") return cron
  const minutes = intervalOf(minute, 60)
  if (hour === "*" && minutes !== null) return everyText(minutes, "minute")
  const hours = intervalOf(hour, 24)
  if (!isNumber(minute) || hours === null) return cron
  return `${everyText(hours, "hour")}${Number(minute) === 0 ? "" : ` at minute ${Number(minute)}`}`
}

export const durationText = (milliseconds: number): string => {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  return seconds < 3_600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
}
