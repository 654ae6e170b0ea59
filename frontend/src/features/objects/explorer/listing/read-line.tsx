import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { serverNow } from "~/client/server-clock"
import type { Table } from "~/components/resource-table"
import { FreshnessLine } from "~/components/ui/freshness"

/** Gateways do not report changes of objects, so this shows when they were read. */
export const ReadLine = component$<{ readonly table: Table }>(({ table }) => {
  const readAt = useSignal<string | null>(null)
  useVisibleTask$(
    ({ track }) => {
      if (track(() => table.state.readings) > 0) readAt.value = new Date(serverNow()).toISOString()
    },
    { strategy: "document-ready" }
  )
  return (
    <FreshnessLine
      stream="none"
      readAt={table.state.status === "ready" ? readAt.value : null}
      stale={false}
      verb="Read"
    />
  )
})
