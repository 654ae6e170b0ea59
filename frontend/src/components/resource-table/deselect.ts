import { select } from "./selection"
import { withoutRows } from "./selection-model"
import type { Table } from "./use-resource-table"

/** Takes rows out of the selection: what was to be done with them is done. */
export const deselect = (table: Table, keys: ReadonlyArray<string>): void => {
  for (const key of keys) table.kept.value?.delete(key)
  const { gone } = table.state
  select(table, withoutRows(table.state.selected, keys))
  // what is said of others that are gone stays
  table.state.gone = gone.filter((name) => !keys.includes(name))
}
