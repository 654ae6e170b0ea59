import { $, component$, type QRL, Slot, sync$ } from "@builder.io/qwik"
import { Icon } from "./icon"

interface PanelProps {
  readonly kind: string
  readonly title: string
  readonly onClose$: QRL<() => void>
}

/** Non-modal: arrow keys in the table continue to work. Slot: `actions` at the foot. */
export const Panel = component$<PanelProps>(({ kind, onClose$, title }) => (
  <aside
    class="panel"
    aria-label={`${kind} ${title}`}
    data-testid="panel"
    onKeyDown$={[
      sync$((event: KeyboardEvent, element: HTMLElement) => {
        if (
          event.key === "Escape" &&
          !(event.target as HTMLElement).closest("input, select, textarea, dialog") &&
          !element.querySelector(":popover-open")
        )
          event.preventDefault()
      }),
      $((event: KeyboardEvent) => {
        if (event.key === "Escape" && event.defaultPrevented) void onClose$()
      })
    ]}
  >
    <header class="flex items-start gap-2 px-4 pt-4 pb-3">
      <div class="min-w-0 flex-1">
        <p class="text-xs text-ink-3">{kind}</p>
        <h2 class="line-clamp-3 text-lg font-semibold wrap-anywhere" title={title}>
          {title}
        </h2>
      </div>
      <button type="button" class="btn btn-ghost btn-icon" aria-label="Close details" onClick$={onClose$}>
        <Icon name="x" />
      </button>
    </header>
    <div class="min-h-0 flex-1 overflow-y-auto px-4 pb-4" tabIndex={0} role="region" aria-label={`Details of ${title}`}>
      <Slot />
    </div>
    <footer class="flex gap-2 border-t border-line p-3 empty:hidden">
      <Slot name="actions" />
    </footer>
  </aside>
))
