import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { isShown } from "~/lib/address"
import { useLocation } from "~/lib/route"
import { focusWhenRendered } from "~/lib/focus-when-rendered"
import type { Table } from "./use-resource-table"
import { rowHeight, rowsTop, scrollRowsTo } from "./use-row-range"

const STORE_DELAY = 120

interface TablePosition {
  readonly id: string
  readonly row: number
  readonly active: number
}

const storedPosition = (id: string): TablePosition | null => {
  const position = (history.state as { readonly table?: Partial<TablePosition> } | null)?.table
  return position?.id === id && Number.isInteger(position.row) && Number.isInteger(position.active)
    ? (position as TablePosition)
    : null
}

const isOutside = (): boolean =>
  document.querySelector("dialog[open]") === null &&
  document.activeElement?.closest("main, input, textarea, select") === null

/** In the history entry, so that Back restores them. */
export const useTableMemory = (table: Table, grid: Signal<HTMLElement | undefined>): void => {
  const location = useLocation()
  const restored = useSignal(false)
  useVisibleTask$(
    ({ track, cleanup }) => {
      track(() => table.state.active)
      const scroller = grid.value
      if (!scroller) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const storePosition = () => {
        timer = undefined
        if (!isShown(location) || table.state.status !== "ready") return
        const position: TablePosition = {
          id: table.id,
          row: Math.floor(rowsTop(scroller) / rowHeight(scroller)),
          active: table.state.active
        }
        history.replaceState({ ...history.state, table: position }, "")
      }
      const later = () => {
        clearTimeout(timer)
        timer = setTimeout(storePosition, STORE_DELAY)
      }
      const leaving = (event: Event) => {
        if (timer === undefined || (event instanceof KeyboardEvent && event.key !== "Enter")) return
        clearTimeout(timer)
        storePosition()
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
      if (track(() => table.state.readings) === 0 || restored.value) return
      restored.value = true
      const position = storedPosition(table.id)
      if (position === null || !grid.value) return
      if (position.active >= 0 && position.active < table.state.count) table.state.active = position.active
      const scroller = grid.value
      requestAnimationFrame(() => {
        scrollRowsTo(scroller, position.row * rowHeight(scroller))
        focusWhenRendered(
          () => grid.value,
          () => table.state.active >= 0 && isOutside()
        )
      })
    },
    { strategy: "document-ready" }
  )
}
