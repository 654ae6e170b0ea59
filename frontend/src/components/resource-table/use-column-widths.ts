import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import { readWidths, rulesOf, type ResizableColumn } from "./column-widths"
import type { Table } from "./use-resource-table"

const placeOf = (table: Table): string => `stowage:widths:${table.id}`

/** Adopted style sheet: the CSP forbids style attributes, and rows need not render again. */
export const useColumnWidths = (
  table: Table,
  columns: ReadonlyArray<ResizableColumn>,
  grid: Signal<HTMLElement | undefined>
): void => {
  useVisibleTask$(
    ({ cleanup }) => {
      table.state.widths = readWidths(localStorage.getItem(placeOf(table)), columns)
      const element = grid.value
      if (!element) return
      const stop = new AbortController()
      const begin = (event: Event) => {
        if (!(event.target as HTMLElement).closest(".rt-resize")) return
        stop.abort()
        void import("./resize-columns").then(({ resizeColumns }) => resizeColumns(element, table, columns))
      }
      element.addEventListener("pointerover", begin, { signal: stop.signal })
      element.addEventListener("focusin", begin, { signal: stop.signal })
      cleanup(() => stop.abort())
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      const rules = rulesOf(
        table.id,
        track(() => table.state.widths),
        columns
      )
      if (rules === "") return
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets.push(sheet)
      cleanup(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
      })
    },
    { strategy: "document-ready" }
  )
}
