import { noSerialize } from "@builder.io/qwik"
import type { Table } from "./use-resource-table"

/** Cells that a stream brings after their rows: they stay with a row when it is read again. */
export const putLateCells = (table: Table, field: string, cells: ReadonlyMap<string, object>): void => {
  const late = table.late.value ?? new Map<string, Readonly<Record<string, object>>>()
  table.late.value = noSerialize(late)
  for (const [key, cell] of cells) {
    const before = late.get(key)
    late.set(key, { ...before, [field]: { ...before?.[field], ...cell } })
  }
  const handle = table.handle.value
  handle?.merge([...cells.keys()].flatMap((key) => handle.rowOf(key) ?? []))
}

export const forgetLateCells = (table: Table): void => {
  table.late.value = undefined
}
