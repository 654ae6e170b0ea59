import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import type { Noun } from "./types"
import type { Table } from "./use-resource-table"

/** The line under the table: how many rows there are, or what to do with those selected. */
export const TableStatus = component$<{ readonly table: Table; readonly noun: Noun; readonly selectable: boolean }>(({ noun, selectable, table }) => {
  const { state } = table
  const selected = Object.keys(state.selected).length
  return (
    <footer class="rt-status" data-testid="table-status">
      <span class="num" role="status">
        {selected > 0
          ? <><b class="font-medium text-ink">{int(selected)} selected</b>{state.hidden > 0 && <span class="text-warn"> · {int(state.hidden)} hidden by the filter</span>}</>
          : state.status === "loading" ? `Loading ${noun.many}…`
          : state.status === "failed" ? `The ${noun.many} were not loaded`
          : `${int(state.count)}${state.open ? "+" : ""} ${state.count === 1 && !state.open ? noun.one : noun.many}`}
      </span>
      <span class={["flex items-center gap-1", selected === 0 && "hidden"]}>
        <Slot name="bulk" />
        <button type="button" class="btn btn-ghost btn-sm" onClick$={() => table.handle.value?.clearSelection()}>Clear</button>
      </span>
      {state.refreshing && state.status === "ready" && <span class="flex items-center gap-1 text-ink-3"><Icon name="loader-circle" class="spin size-3" /> Updating</span>}
      <span class="flex-1" />
      <span class="rt-hints flex items-center gap-1.5" aria-hidden="true">
        <kbd class="kbd">↑</kbd><kbd class="kbd">↓</kbd> move
        {selectable && <><kbd class="kbd">Space</kbd> select</>}
        <kbd class="kbd">Enter</kbd> open
      </span>
    </footer>
  )
})
