import { extremesPerPixel, linePath, type Point } from "./points"
import { domainOf, linear } from "./scale"

interface SparklineProps {
  readonly points: ReadonlyArray<Point>
  readonly label: string
}

export const Sparkline = (props: SparklineProps) => {
  const { points } = props
  const x = linear([points[0]?.at ?? 0, points.at(-1)?.at ?? 0], [2, 98])
  const y = linear(domainOf(points.map(({ value }) => value)), [22, 2])
  return (
    <svg class="chart-spark" viewBox="0 0 100 24" role="img" aria-label={props.label}>
      <path d={linePath(extremesPerPixel(points, 96), x, y)} class="chart-stroke chart-0" />
    </svg>
  )
}
