import { addRows, select } from "./selection"
import { withoutRows } from "./selection-model"
import type { Table } from "./use-resource-table"

export const toggleLoaded = (table: Table, on: boolean): void => {
  const rows = table.window.value
  if (!rows) return
  const here = Array.from(rows.loaded(), ([, row]) => row)
  if (on) addRows(table, table.state.selected, here)
  else
    select(
      table,
      withoutRows(
        table.state.selected,
        here.map((row) => rows.key(row))
      )
    )
  table.state.base = table.state.selected
}
