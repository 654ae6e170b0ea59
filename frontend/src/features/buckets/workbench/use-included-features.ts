import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { visibleParts } from "./included-parts"

export const useIncludedFeatures = (table: Table, include: Signal<string>): void => {
  useVisibleTask$(
    ({ track }) => {
      const parts = track(() => visibleParts(table.state.hiddenColumns))
      if (parts === include.value) return
      include.value = parts
      table.handle.value?.reload()
    },
    { strategy: "document-ready" }
  )
}
