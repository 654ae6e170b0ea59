import { useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"

export const visibleFeatures = (hidden: Readonly<Record<string, boolean>>): string =>
  Object.entries(hidden)
    .flatMap(([key, isHidden]) => (key.startsWith("features.") && !isHidden ? [key.slice("features.".length)] : []))
    .sort()
    .join(",")

export const includedIn = (exported: ReadonlyArray<string> | undefined): { readonly include?: string } => {
  const features = (exported ?? []).flatMap((key) =>
    key.startsWith("features.") ? [key.slice("features.".length)] : []
  )
  return features.length === 0 ? {} : { include: features.join(",") }
}

export const useFeatureColumns = (table: Table): void => {
  const contexts = useExecutionContexts()
  const updatedBuckets = useSignal<ReadonlyArray<string>>([])
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      const include = track(() => visibleFeatures(table.state.hiddenColumns))
      updatedBuckets.value = []
      if (contextId === undefined || include === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      // lazy-loaded: few users show feature columns
      void import("./fill-columns").then(({ fillColumns }) =>
        fillColumns(table, { contextId, include }, updatedBuckets, controller.signal)
      )
    },
    { strategy: "document-ready" }
  )
  // new and reloaded rows lack the feature columns
  useVisibleTask$(
    ({ track }) => {
      track(() => table.state.version)
      track(() => table.state.readings)
      if (updatedBuckets.value.length > 0)
        void import("./fill-columns").then(({ put }) => put(table, updatedBuckets.value))
    },
    { strategy: "document-ready" }
  )
}
