import { select } from "./selection"
import { withoutRows } from "./selection-model"
import type { Table } from "./use-resource-table"

export const deselect = (table: Table, keys: ReadonlyArray<string>): void => {
  for (const key of keys) table.kept.value?.delete(key)
  const { gone } = table.state
  select(table, withoutRows(table.state.selected, keys))
  table.state.gone = gone.filter((name) => !keys.includes(name))
}
