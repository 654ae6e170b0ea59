import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"

export const useReloads = (table: Table): Signal<number> => {
  const changed = useSignal(0)
  useVisibleTask$(
    ({ track }) => {
      if (track(() => changed.value) > 0) table.handle.value?.reload()
    },
    { strategy: "document-ready" }
  )
  return changed
}
