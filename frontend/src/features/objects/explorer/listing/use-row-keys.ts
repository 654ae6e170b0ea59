import { type QRL, type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { Row, Table } from "~/components/resource-table"
import { TypeAhead } from "~/lib/type-ahead"

/** First characters of names; `/` and `?` are keys of the console. */
const LETTER = /^[\p{L}\p{N}._-]$/u

interface RowKeys {
  readonly onDelete$: QRL<(keys: ReadonlyArray<string>) => void>
  readonly onRename$: QRL<(key: string) => void>
}

export const useRowKeys = (
  root: Signal<HTMLElement | undefined>,
  table: Table,
  { onDelete$, onRename$ }: RowKeys
): void => {
  useVisibleTask$(
    ({ cleanup, track }) => {
      const element = track(() => root.value)
      if (!element) return
      const typed = new TypeAhead()
      const goTo = (letter: string, at: number): void => {
        const rows = [...(table.window.value?.loaded() ?? [])]
        const places = rows.map(([index]) => index)
        const names = rows.map(([, row]) => String((row as Row & { readonly name?: string }).name ?? ""))
        const next = typed.next(letter, at, names, places.indexOf(table.state.active))
        const index = next === undefined ? undefined : places[next]
        if (index === undefined) return
        table.state.active = index
        table.handle.value?.focus()
      }
      const press = (event: KeyboardEvent): void => {
        const { target } = event
        if (!(target instanceof HTMLElement) || target.getAttribute("role") !== "grid" || event.altKey) return
        if (event.ctrlKey || event.metaKey) {
          if (event.key.toLowerCase() !== "a") return
          event.preventDefault()
          void table.handle.value?.selectAll()
        } else if (event.key === "Delete") {
          const selected = Object.keys(table.state.selected)
          const row = table.window.value?.at(table.state.active)
          const keys = selected.length > 0 ? selected : row && table.window.value ? [table.window.value.key(row)] : []
          if (keys.length > 0) void onDelete$(keys)
        } else if (event.key === "F2") {
          const row = table.window.value?.at(table.state.active)
          if (row && table.window.value) void onRename$(table.window.value.key(row))
        } else if (LETTER.test(event.key)) goTo(event.key, event.timeStamp)
      }
      element.addEventListener("keydown", press)
      cleanup(() => element.removeEventListener("keydown", press))
    },
    { strategy: "document-ready" }
  )
}
