import { hiddenBy, type NamedRow, type Picked, shareOf, withToggled, withoutRows, withRows } from "./selection-model"
import type { Row } from "./types"
import type { Table } from "./use-resource-table"

const labelOf = (row: Row, key: string): string => String((row as { readonly name?: string }).name ?? key)

export const namedRow = (row: Row, key: string): NamedRow => [key, labelOf(row, key)]

export const isNarrowed = (table: Pick<Table, "filters" | "url">): boolean =>
  table.url.q.trim() !== "" ||
  Object.entries(table.filters).some(([key, initial]) => (table.url[key] ?? initial) !== "")

export const isFiltered = (table: Pick<Table, "filters" | "url">): boolean =>
  table.url.q.trim() !== "" ||
  Object.entries(table.filters).some(
    ([key, initial]) => (table.url[key] ?? initial) !== "" && table.url[key] !== initial
  )

export const isWhole = (table: Table): boolean => {
  const { state, window } = table
  if (state.open || state.outdated || state.status !== "ready") return false
  return window.value?.size === state.count
}

export const select = (table: Table, picked: Picked): void => {
  const { state } = table
  state.selected = picked
  state.gone = []
  countHidden(table)
}

/** Prevents bulk actions from including hidden rows unnoticed. */
export const countHidden = (table: Table): void => {
  const { matching, state } = table
  state.hidden =
    isNarrowed(table) && !state.only && !state.outdated
      ? hiddenBy(state.selected, {
          keys: matching.value?.keys ?? new Set(),
          whole: matching.value?.whole === true || isWhole(table)
        })
      : 0
}

const storeRows = (table: Table, rows: ReadonlyArray<Row>): void => {
  const here = table.window.value
  if (here)
    for (const row of rows) {
      table.kept.value?.set(here.key(row), row)
      if (!table.state.outdated) table.matching.value?.keys.add(here.key(row))
    }
}

export const toggleRow = (table: Table, index: number): void => {
  const { state } = table
  const rows = table.window.value
  const row = rows?.at(index)
  if (!rows || !row) return
  storeRows(table, [row])
  select(table, withToggled(state.selected, namedRow(row, rows.key(row))))
  state.anchor = rows.key(row)
  state.base = state.selected
}

export const addRows = (table: Table, picked: Picked, rows: ReadonlyArray<Row>): void => {
  const here = table.window.value
  if (!here) return
  storeRows(table, rows)
  select(
    table,
    withRows(
      picked,
      rows.map((row) => namedRow(row, here.key(row)))
    )
  )
}

export const loadedShare = (table: Table): { readonly loaded: number; readonly share: "none" | "some" | "all" } => {
  const rows = table.window.value
  return { loaded: rows?.size ?? 0, share: shareOf(table.state.selected, rows?.keys() ?? []) }
}

export const loseRows = (table: Table, keys: ReadonlyArray<string>): void => {
  const { selected } = table.state
  const lost = keys.filter((key) => Object.hasOwn(selected, key))
  if (lost.length === 0) return
  for (const key of lost) table.kept.value?.delete(key)
  select(table, withoutRows(selected, lost))
  table.state.gone = lost.map((key) => selected[key] ?? key)
}
