import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { int } from "~/lib/format"
import { countText, removedText, selectedText } from "./count-text"
import { isNarrowed, loadedShare } from "./selection"
import { MAX_SELECTED } from "./selection-model"
import type { Noun } from "./types"
import type { Table } from "./use-resource-table"

interface StatusProps {
  readonly table: Table
  readonly noun: Noun
  readonly selectable: boolean
  readonly looks: boolean
}

export const TableStatus = component$<StatusProps>(({ looks, noun, selectable, table }) => {
  const { state } = table
  const selected = Object.keys(state.selected).length
  const failed = table.problem.value !== undefined
  return (
    <footer class="rt-status" data-testid="table-status">
      <span class="num" role="status">
        {state.selecting !== null ? (
          `Selecting ${noun.many}: ` +
          `${int(state.selecting.rows)}${state.selecting.of === null ? "" : ` of ${int(state.selecting.of)}`}`
        ) : selected > 0 ? (
          <>
            <b class="font-medium text-ink">{int(selected)} selected</b>
            <span class="text-warn">{selectedText(state)}</span>
          </>
        ) : (
          countText(state, noun, isNarrowed(table), failed)
        )}
        {state.gone.length > 0 && <span class="text-warn"> · {removedText(state.gone)}</span>}
        {state.unselected !== "" && <span class="text-danger"> · Not all could be selected: {state.unselected}</span>}
      </span>
      {selectable && (selected > 0 || state.only || state.selecting !== null) && <SelectionTools table={table} />}
      <span class={["flex flex-wrap items-center gap-1", (selected === 0 || state.selecting !== null) && "hidden"]}>
        <Slot name="bulk" />
        <button type="button" class="btn btn-ghost btn-sm" onClick$={() => table.handle.value?.clearSelection()}>
          Clear
        </button>
      </span>
      {state.refreshing && state.status === "ready" && (
        <span class="flex items-center gap-1 text-ink-3">
          <Icon name="loader-circle" class="spin size-3" /> Updating
        </span>
      )}
      <span class="flex-1" />
      <span class={["rt-hints items-center gap-1.5", selected > 0 ? "hidden" : "flex"]} aria-hidden="true">
        <kbd class="kbd">↑</kbd>
        <kbd class="kbd">↓</kbd> move
        {looks && (
          <>
            <kbd class="kbd">Space</kbd> look
          </>
        )}
        {selectable && (
          <>
            <kbd class="kbd">{looks ? "Ctrl Space" : "Space"}</kbd> select
          </>
        )}
        <kbd class="kbd">Enter</kbd> open
      </span>
    </footer>
  )
})

const SelectionTools = component$<{ readonly table: Table }>(({ table }) => {
  const { state } = table
  if (state.selecting !== null)
    return (
      <button type="button" class="btn btn-ghost btn-sm" onClick$={() => table.handle.value?.stopSelecting()}>
        Stop
      </button>
    )
  const selected = Object.keys(state.selected).length
  if (state.only)
    return (
      <button type="button" class="btn btn-ghost btn-sm" onClick$={() => table.handle.value?.showAll()}>
        Show all rows
      </button>
    )
  if (selected === 0 || state.outdated) return null
  const { loaded, share } = state.version >= 0 ? loadedShare(table) : { loaded: 0, share: "none" as const }
  const more =
    share === "all" && selected < MAX_SELECTED && (state.open || (state.count > loaded && selected < state.count))
  return (
    <>
      {more && (
        <span class="flex items-center gap-1">
          {int(loaded)} loaded,
          <button
            type="button"
            class="btn btn-ghost btn-sm text-accent-text"
            onClick$={() => table.handle.value?.selectAll()}
          >
            {state.open
              ? "select all"
              : state.count > MAX_SELECTED
                ? `select the first ${int(MAX_SELECTED)}`
                : `select all ${int(state.count)}`}
          </button>
        </span>
      )}
      {state.hidden !== 0 && (
        <button
          type="button"
          class="btn btn-ghost btn-sm text-accent-text"
          onClick$={() => table.handle.value?.showSelected()}
        >
          Show
        </button>
      )}
    </>
  )
})
