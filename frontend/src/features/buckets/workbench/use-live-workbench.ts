import { type QRL, type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { Frame } from "~/client/contract"
import type { Row, Table } from "~/components/resource-table"
import type { WorkbenchPage } from "./workbench-row"

export const LIVE_PAGE = { page: 1, page_size: 50 } as const

type ProgressFrame = Extract<Frame<"GET /api/storage-ops/buckets/stream">, { readonly event: "progress" }>

export interface LiveWorkbench {
  listing: WorkbenchPage["listing"] | null
  warnings: ReadonlyArray<string>
  progress: ProgressFrame["data"] | null
  live: boolean
}

export interface WorkbenchHandlers {
  readonly signal: AbortSignal
  readonly onState: (open: boolean) => void
  readonly onPage: (page: WorkbenchPage) => void
  readonly onRows: (rows: ReadonlyArray<Row>) => void
  readonly onProgress: (progress: ProgressFrame["data"] | null) => void
}

export const useLiveWorkbench = (
  table: Table,
  scope: Signal<string | null> | null,
  include: Signal<string>,
  follow$: QRL<(handlers: WorkbenchHandlers) => Promise<void>>
): LiveWorkbench => {
  const state = useStore<LiveWorkbench>({ listing: null, warnings: [], progress: null, live: false }, { deep: false })
  useVisibleTask$(
    ({ cleanup, track }) => {
      const here = track(() => (scope === null ? "" : scope.value))
      track(() => include.value)
      Object.assign(state, { listing: null, warnings: [], progress: null, live: false })
      if (here === null) return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      let isFirst = true
      void follow$({
        signal: controller.signal,
        onState: (open) => {
          state.live = open
        },
        onPage: ({ listing, warnings }) => {
          // The rows may have been requested before the listing was complete.
          if (!isFirst || listing.state !== "complete") table.handle.value?.reload()
          isFirst = false
          Object.assign(state, { listing, warnings })
        },
        onRows: (rows) => table.handle.value?.merge(rows),
        onProgress: (progress) => {
          state.progress = progress
        }
      })
    },
    { strategy: "document-ready" }
  )
  return state
}
