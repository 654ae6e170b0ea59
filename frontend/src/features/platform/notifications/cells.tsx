import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { type Notification, SEVERITY } from "~/lib/notification"

interface Cell {
  readonly row: Notification
}

export const TitleCell = component$<Cell>(({ row }) => (
  <span class="flex items-center gap-2">
    <Icon name={SEVERITY[row.severity].icon} class={SEVERITY[row.severity].tone} />
    <span class={["truncate", row.read_at === null ? "font-semibold" : ""]}>{row.title}</span>
    {row.read_at === null && <span class="badge badge-info">New</span>}
  </span>
))
