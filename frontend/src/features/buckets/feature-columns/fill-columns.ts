import type { Signal } from "@builder.io/qwik"
import { followEventStream } from "~/client/sse"
import type { Table } from "~/components/resource-table"
import type { Bucket } from "~/features/buckets/bucket"
import { storedCells, clearCells, storeCells } from "./cells"

export const updateRows = (table: Table, names: Iterable<string>): void => {
  const rows = [...names].flatMap((name) => {
    const row = table.handle.value?.rowOf(name) as Bucket | undefined
    const features = storedCells(name)
    return row === undefined || features === undefined || row.features === features ? [] : [{ ...row, features }]
  })
  if (rows.length > 0) table.handle.value?.merge(rows)
}

export const fillColumns = (
  table: Table,
  query: { readonly context_id: string; readonly include: string },
  announcements: Signal<ReadonlyArray<string>>,
  signal: AbortSignal
): Promise<void> | undefined => {
  if (signal.aborted) return undefined
  clearCells()
  return followEventStream(
    "GET /api/manager/buckets/features/stream",
    { query, signal },
    {
      onFrame: (message) => {
        if (message.event !== "rows") return
        const { rows } = message.data
        for (const { features, name } of rows) storeCells(name, features)
        announcements.value = [...new Set([...announcements.value, ...rows.map(({ name }) => name)])]
        updateRows(
          table,
          rows.map(({ name }) => name)
        )
      }
    }
  )
}
