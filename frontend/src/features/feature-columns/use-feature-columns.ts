import { useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { follow } from "~/client/sse"
import type { Table } from "~/components/resource-table"
import { FEATURES } from "~/features/bucket-features/feature"
import type { Bucket } from "~/features/buckets/bucket"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { cellsOf, forgetCells, keepCells } from "./cells"

/** The features whose columns show, with commas between. */
const chosenIn = (hidden: Readonly<Record<string, boolean>>): string =>
  FEATURES.flatMap(({ feature }) => hidden[`features.${feature}`] === false ? [feature] : []).join(",")

/** Puts what was read into the rows that are there. */
const put = (table: Table, names: Iterable<string>): void => {
  const rows = [...names].flatMap((name) => {
    const row = table.handle.value?.rowOf(name) as Bucket | undefined
    const features = cellsOf(name)
    return row === undefined || features === undefined || row.features === features ? [] : [{ ...row, features }]
  })
  if (rows.length > 0) table.handle.value?.merge(rows)
}

/** Fills the feature columns of a bucket table that somebody chose, after its rows, and keeps them true. */
export const useFeatureColumns = (table: Table): void => {
  const contexts = useExecutionContexts()
  const heard = useSignal<ReadonlyArray<string>>([])
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      const include = track(() => chosenIn(table.state.hiddenColumns))
      forgetCells()
      heard.value = []
      if (contextId === undefined || include === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      void follow("GET /api/manager/buckets/features/stream", { query: { context_id: contextId, include }, signal: controller.signal }, {
        onFrame: (message) => {
          if (message.event !== "rows") return
          const { rows } = message.data
          for (const { features, name } of rows) keepCells(name, features)
          heard.value = [...new Set([...heard.value, ...rows.map(({ name }) => name)])]
          put(table, rows.map(({ name }) => name))
        }
      })
    },
    { strategy: "document-ready" }
  )
  // rows that were read again, or are new on the page, have none of it
  useVisibleTask$(
    ({ track }) => {
      track(() => table.state.version)
      track(() => table.state.readings)
      put(table, heard.value)
    },
    { strategy: "document-ready" }
  )
}
