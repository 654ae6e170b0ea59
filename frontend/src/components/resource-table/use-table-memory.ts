import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { isShown } from "~/lib/address"
import { useLocation } from "~/lib/route"
import { takeFocus } from "~/lib/take-focus"
import type { Table } from "./use-resource-table"
import { rowHeight, rowsTop, scrollRowsTo } from "./use-row-range"

/** How long a table rests before its position is kept, in milliseconds. */
const REST = 120

interface Kept {
  readonly id: string
  /** The first row in sight. */
  readonly row: number
  readonly active: number
}

/** What the entry of the history says of this table; null where it says nothing that makes sense. */
const keptOf = (id: string): Kept | null => {
  const kept = (history.state as { readonly table?: Partial<Kept> } | null)?.table
  return kept?.id === id && Number.isInteger(kept.row) && Number.isInteger(kept.active) ? kept as Kept : null
}

/** Whether the focus is in nothing that the page brought: nowhere, or on the link of the shell that led away. */
const isOutside = (): boolean =>
  document.querySelector("dialog[open]") === null && document.activeElement?.closest("main, input, textarea, select") === null

/** Keeps in the entry of the history how far a table is scrolled and which row is marked, so that Back from another page leads there. */
export const useTableMemory = (table: Table, grid: Signal<HTMLElement | undefined>): void => {
  const location = useLocation()
  const restored = useSignal(false)
  useVisibleTask$(
    ({ track, cleanup }) => {
      track(() => table.state.active)
      const scroller = grid.value
      if (!scroller) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const keep = () => {
        timer = undefined
        if (!isShown(location) || table.state.status !== "ready") return
        const kept: Kept = { id: table.id, row: Math.floor(rowsTop(scroller) / rowHeight(scroller)), active: table.state.active }
        history.replaceState({ ...history.state, table: kept }, "")
      }
      const later = () => {
        clearTimeout(timer)
        timer = setTimeout(keep, REST)
      }
      // what may lead to another page: its entry is another one then
      const leaving = (event: Event) => {
        if (timer === undefined || (event instanceof KeyboardEvent && event.key !== "Enter")) return
        clearTimeout(timer)
        keep()
      }
      if (table.state.active >= 0) later()
      scroller.addEventListener("scroll", later, { passive: true })
      for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, leaving, true)
      cleanup(() => {
        clearTimeout(timer)
        scroller.removeEventListener("scroll", later)
        for (const press of ["pointerdown", "keydown"]) document.removeEventListener(press, leaving, true)
      })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      // the first rows after the page was opened, and no others
      if (track(() => table.state.readings) === 0 || restored.value) return
      restored.value = true
      const kept = keptOf(table.id)
      if (kept === null || !grid.value) return
      if (kept.active >= 0 && kept.active < table.state.count) table.state.active = kept.active
      const scroller = grid.value
      requestAnimationFrame(() => {
        scrollRowsTo(scroller, kept.row * rowHeight(scroller))
        takeFocus(() => grid.value, () => table.state.active >= 0 && isOutside())
      })
    },
    { strategy: "document-ready" }
  )
}
