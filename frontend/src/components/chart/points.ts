export interface Point {
  readonly at: number
  readonly value: number | null
}

export const isGap = (point: Point): boolean => point.value === null || !Number.isFinite(point.value)

/** Keeps the extremes per pixel, so that peaks and gaps survive. Points must be sorted. */
export const extremesPerPixel = (points: ReadonlyArray<Point>, pixels: number): ReadonlyArray<Point> => {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length <= pixels * 2 || last.at <= first.at) return points
  const reduced: Array<Point> = []
  let column = -1
  let low: Point | null = null
  let high: Point | null = null
  let gap: Point | null = null
  const flush = () => {
    if (low !== null && high !== null)
      reduced.push(...(low === high ? [low] : low.at <= high.at ? [low, high] : [high, low]))
    if (gap !== null) reduced.push(gap)
    low = high = gap = null
  }
  for (const point of points) {
    const here = Math.min(pixels - 1, Math.floor(((point.at - first.at) / (last.at - first.at)) * pixels))
    if (here !== column) {
      flush()
      column = here
    }
    if (isGap(point)) gap ??= point
    else {
      if (low === null || (point.value as number) < ((low as Point).value as number)) low = point
      if (high === null || (point.value as number) > ((high as Point).value as number)) high = point
    }
  }
  flush()
  return reduced
}

const short = (value: number): string => String(Math.round(value * 10) / 10)

export const linePath = (
  points: ReadonlyArray<Point>,
  x: (at: number) => number,
  y: (value: number) => number
): string => {
  let path = ""
  let drawn = 0
  for (const point of points) {
    if (isGap(point)) {
      if (drawn === 1) path += "h0"
      drawn = 0
      continue
    }
    path += `${drawn === 0 ? "M" : "L"}${short(x(point.at))} ${short(y(point.value as number))}`
    drawn++
  }
  return drawn === 1 ? `${path}h0` : path
}

export const areaPath = (
  points: ReadonlyArray<Point>,
  x: (at: number) => number,
  y: (value: number) => number,
  base: number
): string => {
  let path = ""
  let run: Array<Point> = []
  for (const point of [...points, { at: 0, value: null }]) {
    if (!isGap(point)) {
      run.push(point)
      continue
    }
    const [first, last] = [run[0], run.at(-1)]
    if (first !== undefined && last !== undefined && run.length > 1)
      path += `${linePath(run, x, y)}L${short(x(last.at))} ${short(base)}L${short(x(first.at))} ${short(base)}Z`
    run = []
  }
  return path
}

export const nearest = (points: ReadonlyArray<Point>, at: number): number => {
  if (points.length === 0) return -1
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as Point).at < at) low = middle + 1
    else high = middle
  }
  const before = points[low - 1]
  return before !== undefined && Math.abs(before.at - at) <= Math.abs((points[low] as Point).at - at) ? low - 1 : low
}
