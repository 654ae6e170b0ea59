import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { bytes } from "~/lib/format"
import { canCancel, canRetry, cancel, retry } from "./engine"
import type { Item } from "./operation"

const ICON = { waiting: "ellipsis", running: "loader-circle", done: "circle-check", failed: "circle-alert", cancelled: "ban" } as const
const TONE = { waiting: "text-ink-3", running: "spin text-accent-text", done: "text-ok", failed: "text-danger", cancelled: "text-ink-3" } as const

/** One thing of an operation: what it is called, how far it is or why it failed, and what can still be done. */
export const ItemRow = component$<{ readonly operation: string; readonly item: Item }>(({ item, operation }) => (
  <li class="dock-item">
    <Icon name={ICON[item.state]} class={TONE[item.state]} />
    <div class="min-w-0 flex-1">
      <p class="truncate whitespace-pre" title={item.name}>{item.name}</p>
      {item.state === "failed" && <p class="text-xs text-danger [overflow-wrap:anywhere]">{item.reason}</p>}
    </div>
    {item.size !== null && (
      <span class="num flex-none text-xs text-ink-3">{item.state === "running" && item.sent > 0 && item.sent < item.size ? `${bytes(item.sent)} of ${bytes(item.size)}` : bytes(item.size)}</span>
    )}
    {canCancel(operation, item.state) && (
      <button type="button" class="btn btn-ghost btn-icon btn-sm flex-none" aria-label={`Cancel ${item.name}`} onClick$={() => cancel(operation, [item.id])}><Icon name="x" /></button>
    )}
    {item.state === "failed" && canRetry(operation) && (
      <button type="button" class="btn btn-ghost btn-icon btn-sm flex-none" aria-label={`Try ${item.name} again`} onClick$={() => retry(operation, [item.id])}><Icon name="refresh-cw" /></button>
    )}
  </li>
))
