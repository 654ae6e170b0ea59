import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { useOperations } from "~/lib/operations"
import { dismissEnded, history, onAnnouncements, openHistory, operations as all } from "./engine"
import { publishDockHeight } from "./follow-height"
import { HistoryList } from "./history-list"
import { isRunning } from "./operation"
import { OperationCard } from "./operation-card"
import { trayLine } from "./sentences"

export const Dock = component$(() => {
  const state = useOperations()
  const dock = useSignal<HTMLElement>()
  const toggle = useSignal<HTMLElement>()
  const unfolded = useSignal(false)
  const version = useSignal(0)
  const announcement = useSignal("")

  useVisibleTask$(
    ({ track }) => {
      openHistory(track(() => state.userId))
      version.value++
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup }) => {
      if (dock.value) cleanup(publishDockHeight(dock.value))
      cleanup(
        onAnnouncements((milestones) => {
          version.value++
          if (milestones.length > 0) announcement.value = milestones.join(". ")
        })
      )
      const current = all()
      if (current.length > 0) announcement.value = trayLine(current)
      version.value++
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      if (track(() => state.called) === 0) return
      unfolded.value = true
      toggle.value?.focus()
    },
    { strategy: "document-ready" }
  )
  // The pressed button may disappear with its operation.
  const keepFocus = $(() => {
    setTimeout(() => {
      if (document.activeElement === document.body) toggle.value?.focus()
    }, 250)
  })

  const visible = version.value >= 0 ? all() : []
  const past = version.value >= 0 ? history() : []
  const running = visible.filter(isRunning)
  const ended = visible.filter((operation) => !isRunning(operation))
  const bad = visible.some((operation) => operation.totals.failed > 0 || operation.problem !== "")
  return (
    <section
      ref={dock}
      class="dock"
      aria-label="Operations"
      onClick$={keepFocus}
      onKeyDown$={(event) => {
        if (event.key !== "Escape" || !unfolded.value) return
        unfolded.value = false
        toggle.value?.focus()
      }}
    >
      <h2 class="sr-only">Operations</h2>
      <header class="flex flex-none items-center gap-1 py-1 pr-2 pl-1">
        <button
          ref={toggle}
          type="button"
          class="btn btn-ghost min-w-0 flex-1 justify-start"
          aria-expanded={unfolded.value ? "true" : "false"}
          aria-keyshortcuts="Alt+O"
          onClick$={() => {
            unfolded.value = !unfolded.value
          }}
        >
          <Icon
            name={running.length > 0 ? "loader-circle" : bad ? "circle-alert" : "list-checks"}
            class={running.length > 0 ? "spin text-accent-text" : bad ? "text-danger" : "text-ink-3"}
          />
          <span class="hidden font-medium sm:inline">Operations</span>
          <span class="num min-w-0 flex-1 truncate text-start font-normal text-ink-2" data-testid="operations-line">
            {trayLine(visible)}
          </span>
          <kbd class="kbd hidden md:inline" aria-hidden="true">
            Alt O
          </kbd>
          <Icon name={unfolded.value ? "chevron-down" : "chevron-up"} />
        </button>
        {running.length === 0 && (
          <button
            type="button"
            class="btn btn-ghost btn-icon"
            aria-label="Dismiss all and close operations"
            onClick$={() => {
              dismissEnded()
              unfolded.value = false
              state.called = 0
              state.present = false
            }}
          >
            <Icon name="x" />
          </button>
        )}
      </header>
      {unfolded.value && (
        <div class="dock-body" tabIndex={0} role="region" aria-label="List of operations">
          <ul>
            {[...running, ...ended].map((operation) => (
              <OperationCard key={operation.id} id={operation.id} version={version} />
            ))}
          </ul>
          {past.length > 0 && <HistoryList summaries={past} />}
          {visible.length === 0 && past.length === 0 && (
            <p class="px-4 py-3 text-ink-3">Nothing was done in this tab yet.</p>
          )}
        </div>
      )}
      <p class="sr-only" role="status">
        {announcement.value}
      </p>
    </section>
  )
})
