import type { Series } from "~/components/chart/time-series"

interface Day {
  readonly day: string
  readonly storage_endpoint_id: number
}

const DAY_MS = 86_400_000

/** A day without a measurement is a gap. At most ten lines. */
export const dailySeries = <D extends Day>(
  days: ReadonlyArray<D>,
  value: (day: D) => number,
  nameOf: (endpointId: number) => string
): ReadonlyArray<Series> => {
  const moments = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`))
  if (moments.length === 0) return []
  const [first, last] = [Math.min(...moments), Math.max(...moments)]
  const daysByKey = new Map(days.map((day) => [`${day.storage_endpoint_id} ${day.day}`, value(day)]))
  return [...new Set(days.map(({ storage_endpoint_id }) => storage_endpoint_id))].slice(0, 10).map((id) => ({
    name: nameOf(id),
    points: Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, index) => {
      const at = first + index * DAY_MS
      return { at, value: daysByKey.get(`${id} ${new Date(at).toISOString().slice(0, 10)}`) ?? null }
    })
  }))
}
