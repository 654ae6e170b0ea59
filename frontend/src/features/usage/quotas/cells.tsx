import { component$ } from "@builder.io/qwik"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Meter } from "~/components/ui/meter"
import type { Counted } from "~/features/accounts/rgw-settings/usage"
import { bytes, int, percent } from "~/lib/format"
import { type QuotaSubject, QUOTA_STATES, timeText } from "./quota-subject"

interface Cell {
  readonly row: QuotaSubject
}

export const SubjectCell = component$<Cell>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon name={row.type === "S3Account" ? "users" : "user"} class="flex-none text-ink-3" />
    <span class="truncate font-medium" title={row.name}>
      {row.name}
    </span>
  </span>
))

export const StateCell = component$<Cell>(({ row }) => (
  <Badge text={QUOTA_STATES[row.state].text} tone={QUOTA_STATES[row.state].tone} />
))

export const TimeCell = component$<Cell>(({ row }) => (
  <span class="block truncate" title={timeText(row)}>
    {timeText(row)}
  </span>
))

interface UsedProps {
  readonly counted: Counted
  readonly used: number | null
  readonly limit: number | null
  readonly name: string
}

const usedOf = ({ counted, limit, used }: UsedProps): string => {
  if (used === null) return "unknown"
  const amount = counted === "bytes" ? bytes : int
  return limit === null ? `${amount(used)}, no limit` : `${amount(used)} of ${amount(limit)}`
}

const Used = (props: UsedProps) => (
  <span class={["grid min-w-0 gap-px", props.used === null ? "text-ink-3" : ""]}>
    <span class="num truncate leading-4">{usedOf(props)}</span>
    {props.used !== null && props.limit !== null && (
      <Meter
        thin
        used={props.limit === 0 ? 1 : props.used}
        limit={props.limit === 0 ? 1 : props.limit}
        label={`the quota of ${props.counted} of ${props.name}`}
      />
    )}
  </span>
)

export const BytesCell = component$<Cell>(({ row }) => (
  <Used counted="bytes" used={row.used_bytes} limit={row.quota_max_bytes} name={row.name} />
))

export const ObjectsCell = component$<Cell>(({ row }) => (
  <Used counted="objects" used={row.object_count} limit={row.quota_max_objects} name={row.name} />
))

export const ratioText = ({ state, usage_ratio }: QuotaSubject): string =>
  usage_ratio === null ? (state === "unknown" ? "unknown" : "no quota") : percent(usage_ratio)

export const RatioCell = component$<Cell>(({ row }) => (
  <span class={row.usage_ratio === null ? "text-ink-3" : ""}>{ratioText(row)}</span>
))
