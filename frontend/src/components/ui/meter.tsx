import { percent } from "~/lib/format"

export const Meter = (props: { readonly used: number; readonly limit: number; readonly label: string }) => {
  const share = props.limit > 0 ? props.used / props.limit : props.used > 0 ? 1 : 0
  const level = share >= 1 ? "danger" : share >= 0.85 ? "warn" : ""
  return (
    <span class="flex items-center gap-2">
      <progress
        class={["meter", level && `meter-${level}`]}
        max={1}
        value={Math.min(1, share)}
        aria-label={`${percent(share)} of ${props.label}`}
      />
      <span class={["num w-10 text-end text-xs", level ? `text-${level}` : "text-ink-3"]}>{percent(share)}</span>
    </span>
  )
}
