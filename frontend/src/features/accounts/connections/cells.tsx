import { component$ } from "@builder.io/qwik"
import { Badge, type Tone } from "~/components/ui/badge"
import { FirstOf, IN_CELL } from "~/components/ui/first-of"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import type { Connection, Tag } from "./connection"
import { Ends } from "./ends"

interface Cell {
  readonly row: Connection
}

export const TagChip = (props: { readonly tag: Tag }) => (
  <span
    class={`badge max-w-full min-w-0 tag-${props.tag.color}`}
    title={
      props.tag.scope === "administrative" ? "Administrative: shown to whoever manages connections only" : undefined
    }
  >
    {props.tag.scope === "administrative" && <Icon name="lock" label="Administrative" />}
    <span class="truncate">{props.tag.label}</span>
  </span>
)

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name="plug" class="text-ink-3" />
    <span class="truncate font-medium">{row.name}</span>
    {row.server_managed && <Badge text="Managed" />}
  </span>
))

export const EndpointCell = component$<Cell>(({ row }) => (
  <span class={["block truncate", row.storage_endpoint_name === null && "font-mono text-xs"]}>
    {row.storage_endpoint_name ?? row.endpoint_url}
  </span>
))

export const TagsCell = component$<Cell>(({ row }) => (
  <FirstOf all={row.tags.map(({ label }) => label)}>
    {row.tags.slice(0, IN_CELL).map((tag) => (
      <TagChip key={tag.label} tag={tag} />
    ))}
  </FirstOf>
))

const STATES: Readonly<Record<NonNullable<Connection["unusable_reason"]>, readonly [string, Tone]>> = {
  expired: ["Expired", "danger"],
  host_not_allowed: ["Host not allowed", "warn"]
}

const wasRefused = ({ probe }: Connection): boolean => probe !== null && probe.finding !== "ready"

export const StateBadge = (props: { readonly row: Connection }) => {
  const { expires_at, unusable_reason } = props.row
  if (unusable_reason !== null) {
    const [text, tone] = STATES[unusable_reason]
    return <Badge text={text} tone={tone} icon="circle-x" />
  }
  if (wasRefused(props.row)) return <Badge text="Failed when tried" tone="warn" icon="circle-alert" />
  return expires_at === null ? (
    <Badge text="Usable" tone="ok" icon="circle-check" />
  ) : (
    <span class="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon name="timer" class="text-warn" /> <Ends at={expires_at} />
    </span>
  )
}

export const StateCell = component$<Cell>(({ row }) => <StateBadge row={row} />)
export const UsersCell = component$<Cell>(({ row }) => <>{int(row.user_count)}</>)

export const connectionState = (row: Connection): string =>
  row.unusable_reason ?? (wasRefused(row) ? "failed_when_tried" : row.expires_at === null ? "usable" : "temporary")
