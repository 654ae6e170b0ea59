export const linear =
  (domain: readonly [number, number], range: readonly [number, number]) =>
  (value: number): number =>
    domain[0] === domain[1]
      ? (range[0] + range[1]) / 2
      : range[0] + ((value - domain[0]) / (domain[1] - domain[0])) * (range[1] - range[0])

/** Includes 0, so that lengths can be compared. */
export const domainOf = (values: Iterable<number | null>): readonly [number, number] => {
  let [low, high] = [0, 0]
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return [low, high]
}

const through = (low: number, high: number, step: number): ReadonlyArray<number> => {
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  // Sums would accumulate rounding errors.
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

export const countTicks = ([low, high]: readonly [number, number], maxTicks: number): ReadonlyArray<number> => {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return [low]
  const rough = Math.max(1, span / maxTicks)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power
  return through(low, high, step)
}

export const binaryTicks = ([low, high]: readonly [number, number], maxTicks: number): ReadonlyArray<number> => {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return [low]
  return through(low, high, 2 ** Math.max(0, Math.ceil(Math.log2(span / maxTicks))))
}

const second = 1000
const [minute, hour, day] = [60 * second, 3600 * second, 86_400 * second]
const spans = [
  second,
  5 * second,
  15 * second,
  30 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  28 * day,
  91 * day,
  182 * day,
  364 * day
]

/** UTC, milliseconds; returns 1 to `most`. */
export const timeTicks = (from: number, to: number, maxTicks: number): ReadonlyArray<number> => {
  if (!(to > from) || !Number.isFinite(to - from)) return Number.isFinite(from) ? [from] : []
  const rough = (to - from) / maxTicks
  const step = spans.find((span) => span >= rough) ?? 364 * day * Math.ceil(rough / (364 * day))
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return last < first
    ? [from]
    : Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step).slice(0, maxTicks + 1)
}
