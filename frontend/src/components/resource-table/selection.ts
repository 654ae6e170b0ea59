import type { Row } from "./types"
import type { Table } from "./use-resource-table"

/** What a row is called where only its key is at hand: its name, else its key. */
const labelOf = (row: Row | undefined, key: string): string => String((row as { readonly name?: string } | undefined)?.name ?? key)

/** Whether anything narrows the listing. */
export const isFiltered = (table: Table): boolean =>
  table.url.q.trim() !== "" || table.filterKeys.some((key) => (table.url[key] ?? "") !== "")

/** Counts selected rows that the present filter does not show, so that no bulk action takes them unseen. */
export const countHidden = (table: Table): void => {
  const rows = table.window.value
  table.state.hidden = rows && isFiltered(table) ? Object.keys(table.state.selected).filter((key) => rows.indexOf(key) < 0).length : 0
}

export const toggleRow = (table: Table, index: number): void => {
  const rows = table.window.value
  const row = rows?.at(index)
  if (!rows || !row) return
  const key = rows.key(row)
  if (key in table.state.selected) delete table.state.selected[key]
  else table.state.selected[key] = labelOf(row, key)
  countHidden(table)
}

/** Selects every row between two positions that is here. */
export const selectSpan = (table: Table, from: number, to: number): void => {
  const rows = table.window.value
  if (!rows) return
  for (const [index, row] of rows.loaded()) {
    if (index >= Math.min(from, to) && index <= Math.max(from, to)) table.state.selected[rows.key(row)] = labelOf(row, rows.key(row))
  }
  countHidden(table)
}

/** Rows of the present result that are in the browser, and how many of them are selected. */
export const loadedSelection = (table: Table): { readonly loaded: number; readonly selected: number } => {
  let loaded = 0
  let selected = 0
  for (const [, row] of table.window.value?.loaded() ?? []) {
    loaded++
    if (table.window.value && table.window.value.key(row) in table.state.selected) selected++
  }
  return { loaded, selected }
}

/** Selects all loaded rows, or none of them. */
export const toggleLoaded = (table: Table, on: boolean): void => {
  const rows = table.window.value
  if (!rows) return
  for (const [, row] of rows.loaded()) {
    const key = rows.key(row)
    if (on) table.state.selected[key] = labelOf(row, key)
    else delete table.state.selected[key]
  }
  countHidden(table)
}

/** Takes rows out of the selection: those that are gone. */
export const deselect = (table: Table, keys: ReadonlyArray<string>): void => {
  for (const key of keys) delete table.state.selected[key]
  countHidden(table)
}
