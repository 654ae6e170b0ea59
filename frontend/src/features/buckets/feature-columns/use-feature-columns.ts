import { useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"

/** The features whose columns show, with commas between. */
const chosenIn = (hidden: Readonly<Record<string, boolean>>): string =>
  Object.entries(hidden).flatMap(([key, isHidden]) => key.startsWith("features.") && !isHidden ? [key.slice("features.".length)] : []).sort().join(",")

/** Features of an export's columns, to be read of all of its rows. */
export const includedIn = (exported: ReadonlyArray<string> | undefined): { readonly include?: string } => {
  const features = (exported ?? []).flatMap((key) => key.startsWith("features.") ? [key.slice("features.".length)] : [])
  return features.length === 0 ? {} : { include: features.join(",") }
}

/** Fills the feature columns of a bucket table that somebody chose, after its rows, and keeps them true. */
export const useFeatureColumns = (table: Table): void => {
  const contexts = useExecutionContexts()
  const heard = useSignal<ReadonlyArray<string>>([])
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      const include = track(() => chosenIn(table.state.hiddenColumns))
      heard.value = []
      if (contextId === undefined || include === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      // most people choose none of them
      void import("./fill-columns").then(({ fillColumns }) => fillColumns(table, { context_id: contextId, include }, heard, controller.signal))
    },
    { strategy: "document-ready" }
  )
  // rows that were read again, or are new on the page, have none of it
  useVisibleTask$(
    ({ track }) => {
      track(() => table.state.version)
      track(() => table.state.readings)
      if (heard.value.length > 0) void import("./fill-columns").then(({ put }) => put(table, heard.value))
    },
    { strategy: "document-ready" }
  )
}
