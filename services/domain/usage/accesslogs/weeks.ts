const DAY = 86_400_000
const WEEK = 7 * DAY
/** 1970-01-01 was a Thursday; weeks begin on Monday, UTC. */
const MONDAY = 4 * DAY

export const weekStart = (at: number): number => Math.floor((at - MONDAY) / WEEK) * WEEK + MONDAY

export const weekStartsBetween = (from: number, to: number): ReadonlyArray<number> => {
  const weeks: Array<number> = []
  for (let week = weekStart(from); week <= to; week += WEEK) weeks.push(week)
  return weeks
}

export const endOfWeek = (week: number): number => week + WEEK
