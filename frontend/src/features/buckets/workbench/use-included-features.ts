import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { visibleFeatures } from "../feature-columns/use-feature-columns"

/** Keeps `include` of a workbench at the features of the shown columns, and reads the rows again for them. */
export const useIncludedFeatures = (table: Table, include: Signal<string>): void => {
  useVisibleTask$(
    ({ track }) => {
      const features = track(() => visibleFeatures(table.state.hiddenColumns))
      if (features === include.value) return
      include.value = features
      table.handle.value?.reload()
    },
    { strategy: "document-ready" }
  )
}
