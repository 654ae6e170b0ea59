import { percent } from "~/lib/format"

interface MeterProps {
  readonly used: number
  readonly limit: number
  readonly label: string
  readonly thin?: boolean
}

export const Meter = (props: MeterProps) => {
  const share = props.limit > 0 ? props.used / props.limit : props.used > 0 ? 1 : 0
  const level = share >= 1 ? "danger" : share >= 0.85 ? "warn" : ""
  const bar = (
    <progress
      class={["meter", level && `meter-${level}`, props.thin && "h-1"]}
      max={1}
      value={Math.min(1, share)}
      aria-label={`${percent(share)} of ${props.label}`}
    />
  )
  return props.thin ? (
    bar
  ) : (
    <span class="flex items-center gap-2">
      {bar}
      <span class={["num w-10 text-end text-xs", level ? `text-${level}` : "text-ink-3"]}>{percent(share)}</span>
    </span>
  )
}
