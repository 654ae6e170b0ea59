import { useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { Frame } from "~/client/contract"
import { followIn } from "~/client/sse"
import type { Table } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { ListingState } from "./bucket"

type ListingProgress = Extract<Frame<"GET /api/manager/buckets/stream">, { readonly event: "progress" }>["data"]

export interface LiveListing {
  listing: ListingState | null
  progress: ListingProgress | null
  live: boolean
}

export type BucketStream = "GET /api/manager/buckets/stream" | "GET /api/browser/buckets/stream"

export const useLiveBuckets = (table: Table, stream: BucketStream): LiveListing => {
  const contexts = useExecutionContexts()
  const state = useStore<LiveListing>({ listing: null, progress: null, live: false })
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      state.listing = null
      state.progress = null
      if (contextId === undefined) return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      let stale = false
      const asked = { query: { page: 1, page_size: 1 }, signal: controller.signal }
      void followIn({ contextId }, stream, asked, {
        onState: (open) => {
          state.live = open
        },
        onFrame: (message) => {
          switch (message.event) {
            case "progress":
              state.progress = message.data
              return
            case "rows":
              state.listing = message.data.listing
              table.handle.value?.merge(message.data.rows)
              return
            case "removed":
              state.listing = message.data.listing
              table.handle.value?.gone(message.data.names)
              return
            case "done":
              state.listing = message.data.listing
              state.progress = null
              return
            default: {
              const { listing } = message.data
              // the first result may arrive after the rows were requested
              if (stale !== listing.stale || listing.state === "partial") table.handle.value?.reload()
              stale = listing.stale
              state.listing = listing
              if (!listing.refreshing) state.progress = null
            }
          }
        }
      })
    },
    { strategy: "document-ready" }
  )
  return state
}
