import type { Signal } from "@builder.io/qwik"
import { followIn } from "~/client/sse"
import type { Table } from "~/components/resource-table"
import type { Bucket } from "~/features/buckets/bucket"
import { cellsOf, forgetCells, keepCells } from "./cells"

export const put = (table: Table, names: Iterable<string>): void => {
  const rows = [...names].flatMap((name) => {
    const row = table.handle.value?.rowOf(name) as Bucket | undefined
    const features = cellsOf(name)
    return row === undefined || features === undefined || row.features === features ? [] : [{ ...row, features }]
  })
  if (rows.length > 0) table.handle.value?.merge(rows)
}

export const fillColumns = (
  table: Table,
  { contextId, include }: { readonly contextId: string; readonly include: string },
  heard: Signal<ReadonlyArray<string>>,
  signal: AbortSignal
): Promise<void> | undefined => {
  if (signal.aborted) return undefined
  forgetCells()
  return followIn(
    { contextId },
    "GET /api/manager/buckets/features/stream",
    { query: { include }, signal },
    {
      onFrame: (message) => {
        if (message.event !== "rows") return
        const { rows } = message.data
        for (const { features, name } of rows) keepCells(name, features)
        heard.value = [...new Set([...heard.value, ...rows.map(({ name }) => name)])]
        put(
          table,
          rows.map(({ name }) => name)
        )
      }
    }
  )
}
