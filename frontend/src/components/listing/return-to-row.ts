import type { Table } from "../resource-table"

const isAdrift = (): boolean => {
  const at = document.activeElement
  return at === null || at === document.body || at.closest(".panel") !== null
}

export const markRow = (table: Table, key: string): void => {
  const index = table.window.value?.indexOf(key) ?? -1
  if (index >= 0) table.state.active = index
}

/** A panel's dialog must close before the focus moves. */
const MAX_FRAMES = 60

const focusRow = (table: Table, frames = MAX_FRAMES): void => {
  if (table.url.open !== "" || !isAdrift()) return
  table.handle.value?.focus()
  if (frames > 0) requestAnimationFrame(() => focusRow(table, frames - 1))
}

export const returnToRow = (table: Table, key: string): void => {
  markRow(table, key)
  focusRow(table)
}
