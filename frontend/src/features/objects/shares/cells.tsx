import { component$ } from "@builder.io/qwik"
import { Badge, type Tone } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { bytes, int } from "~/lib/format"
import type { IconName } from "~/lib/icon-names"
import { visible } from "~/lib/visible"
import { shareKindText, nameOfShare, sharedPlaceText, type Share } from "./share"

interface Cell {
  readonly row: Share
}

const ICONS: Record<Share["kind"], IconName> = { object: "file", archive: "folder", upload: "upload" }

export const NameCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name={ICONS[row.kind]} label={shareKindText(row)} class="text-ink-3" />
    <span class="truncate font-medium">{visible(nameOfShare(row))}</span>
    {row.has_password && <Icon name="lock" label="With a password" class="text-ink-3" />}
  </span>
))

export const PlaceCell = component$<Cell>(({ row }) => (
  <span class="block truncate font-mono text-xs">{visible(sharedPlaceText(row))}</span>
))

const STATES: Record<Share["state"], readonly [text: string, tone: Tone, icon: IconName]> = {
  active: ["Open", "ok", "circle-check"],
  expired: ["Ended", "neutral", "timer"],
  revoked: ["Revoked", "neutral", "ban"],
  used_up: ["Used up", "neutral", "circle-check"],
  closed: ["No right to the data", "warn", "triangle-alert"]
}

export const StateBadge = (props: { readonly row: Pick<Share, "state"> }) => {
  const [text, tone, icon] = STATES[props.row.state]
  return <Badge text={text} tone={tone} icon={icon} />
}

export const StateCell = component$<Cell>(({ row }) => <StateBadge row={row} />)

export const usesText = ({ max_uses, uses }: Pick<Share, "max_uses" | "uses">): string =>
  max_uses === null ? int(uses) : `${int(uses)} of ${int(max_uses)}`

export const UsesCell = component$<Cell>(({ row }) => <>{usesText(row)}</>)
export const BytesCell = component$<Cell>(({ row }) => <>{bytes(row.bytes)}</>)
