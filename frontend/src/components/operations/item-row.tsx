import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { bytes } from "~/lib/format"
import { canCancel, canPause, canRetry, cancel, pauseItems, itemRate, retry } from "./engine"
import { ItemChoices } from "./item-choices"
import { canRetryItem, type Item } from "./operation"
import { remainingTimeText, remainingItemSeconds } from "./rate"

const ICON = {
  waiting: "ellipsis",
  running: "loader-circle",
  paused: "pause",
  done: "circle-check",
  failed: "circle-alert",
  cancelled: "ban"
} as const
const TONE = {
  waiting: "text-ink-3",
  running: "spin text-accent-text",
  paused: "text-warn",
  done: "text-ok",
  failed: "text-danger",
  cancelled: "text-ink-3"
} as const

const transferText = (operation: string, item: Item): string => {
  const { sent, size, state } = item
  if (size === null) return ""
  if ((state !== "running" && state !== "paused") || sent === 0 || sent >= size) return bytes(size)
  const pace = state === "running" ? itemRate(operation, item.id) : null
  const left = remainingItemSeconds(item, pace)
  return [
    `${bytes(sent)} of ${bytes(size)}`,
    ...(pace !== null && pace.bytes > 0 ? [`${bytes(pace.bytes)}/s`] : []),
    ...(left === null ? [] : [remainingTimeText(left)])
  ].join(" · ")
}

export const ItemRow = component$<{ readonly operation: string; readonly item: Item }>(({ item, operation }) => (
  <li class="dock-item">
    <Icon name={ICON[item.state]} class={TONE[item.state]} />
    <div class="min-w-0 flex-1">
      <p class="truncate whitespace-pre" title={item.name}>
        {item.name}
      </p>
      {item.size !== null && <p class="num truncate text-xs text-ink-3 sm:hidden">{transferText(operation, item)}</p>}
      {item.state === "failed" && <p class="text-xs text-danger [overflow-wrap:anywhere]">{item.reason}</p>}
      {item.choices.length > 0 && (
        <div class="mt-1">
          <ItemChoices operation={operation} items={[item]} choices={item.choices} named={item.name} />
        </div>
      )}
    </div>
    {item.size !== null && (
      <span class="num hidden flex-none text-xs text-ink-3 sm:inline">{transferText(operation, item)}</span>
    )}
    {canPause(operation, item.state) && (
      <button
        type="button"
        class="btn btn-ghost btn-icon btn-sm flex-none"
        aria-label={`${item.state === "paused" ? "Resume" : "Pause"} ${item.name}`}
        onClick$={() => pauseItems(operation, [item.id], item.state !== "paused")}
      >
        <Icon name={item.state === "paused" ? "play" : "pause"} />
      </button>
    )}
    {canCancel(operation, item.state) && (
      <button
        type="button"
        class="btn btn-ghost btn-icon btn-sm flex-none"
        aria-label={`Cancel ${item.name}`}
        onClick$={() => cancel(operation, [item.id])}
      >
        <Icon name="x" />
      </button>
    )}
    {canRetryItem(item) && canRetry(operation) && (
      <button
        type="button"
        class="btn btn-ghost btn-icon btn-sm flex-none"
        aria-label={`Try ${item.name} again`}
        onClick$={() => retry(operation, [item.id])}
      >
        <Icon name="refresh-cw" />
      </button>
    )}
  </li>
))
