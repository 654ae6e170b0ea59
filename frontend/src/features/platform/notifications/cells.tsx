import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { type Notification, SEVERITIES } from "~/lib/notification"

interface Cell {
  readonly row: Notification
}

export const TitleCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name={SEVERITIES[row.severity].icon} class={SEVERITIES[row.severity].tone} />
    <span class={["truncate", row.read_at === null ? "font-semibold" : ""]}>{row.title}</span>
    {row.read_at === null && <span class="badge badge-info">New</span>}
  </span>
))
