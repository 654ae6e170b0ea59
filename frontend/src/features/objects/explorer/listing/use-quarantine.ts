import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Row } from "~/client/contract"
import type { Table } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useReadOnly } from "~/lib/use-read-only"

type Bucket = Row<"GET /api/browser/buckets/search">
export interface BucketQuarantine {
  readonly state: NonNullable<Bucket["quarantine"]>
  readonly until: string | null
}

/** Read only when the bucket's listing is refused, as the gateway does in quarantine. */
export const useQuarantine = (bucket: string, table: Table): Signal<BucketQuarantine | null> => {
  const contexts = useExecutionContexts()
  const readOnly = useReadOnly()
  const quarantine = useSignal<BucketQuarantine | null>(null)
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const problem = track(() => table.problem.value)
      const contextId = track(() => contexts.current?.id) ?? ""
      if (problem === undefined || contextId === "" || readOnly) {
        quarantine.value = null
        return
      }
      const controller = new AbortController()
      cleanup(() => controller.abort())
      try {
        const { items } = await callIn({ contextId }, "GET /api/browser/buckets/search", {
          query: { search: bucket, exact: "true", page_size: 1 },
          signal: controller.signal
        })
        const [row] = items
        quarantine.value =
          row === undefined || row.quarantine === null ? null : { state: row.quarantine, until: row.quarantine_until }
      } catch {
        // ignore: the list shows the problem itself
        quarantine.value = null
      }
    },
    { strategy: "document-ready" }
  )
  return quarantine
}
