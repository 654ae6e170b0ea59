import type { Table } from "../resource-table"

/** Whether the focus is nowhere, or in a panel that is about to go. */
const isAdrift = (): boolean => {
  const at = document.activeElement
  return at === null || at === document.body || at.closest(".panel") !== null
}

/** Marks the row that is open, where it is among the loaded ones. */
export const markRow = (table: Table, key: string): void => {
  const index = table.window.value?.indexOf(key) ?? -1
  if (index >= 0) table.state.active = index
}

/** Frames for which a panel may stay after its address is gone: nothing takes the focus while its dialog is still open over the page. */
const FRAMES = 60

const comeBack = (table: Table, frames = FRAMES): void => {
  if (table.url.open !== "" || !isAdrift()) return
  table.handle.value?.focus()
  if (frames > 0) requestAnimationFrame(() => comeBack(table, frames - 1))
}

/** Its panel closed: the keyboard goes on at the row, unless it is somewhere else already. */
export const returnToRow = (table: Table, key: string): void => {
  markRow(table, key)
  comeBack(table)
}
