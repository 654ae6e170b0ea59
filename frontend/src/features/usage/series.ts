import type { Point } from "~/components/chart/points"

const DAY_MS = 86_400_000

export const daysOf = <D>(
  days: ReadonlyArray<D>,
  dayOf: (day: D) => string,
  measured: (day: D) => number | null,
  step = DAY_MS
): ReadonlyArray<Point> => {
  const points: Array<Point> = []
  for (const one of days) {
    const at = Date.parse(dayOf(one))
    const last = points.at(-1)
    if (last !== undefined && at - last.at > step) points.push({ at: last.at + step, value: null })
    points.push({ at, value: measured(one) })
  }
  return points
}
