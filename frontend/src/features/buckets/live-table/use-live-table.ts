import { type QRL, type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { Row, Table } from "~/components/resource-table"

interface Listed {
  readonly state: string
  readonly stale: boolean
  readonly refreshing: boolean
}

interface LiveProgress {
  readonly processed: number
  readonly total: number | null
  readonly percent: number
}

export interface LiveTable<L extends Listed> {
  listing: L | null
  warnings: ReadonlyArray<string>
  progress: LiveProgress | null
  live: boolean
}

export type LiveFrame<L extends Listed> =
  | { readonly event: "progress"; readonly data: LiveProgress }
  | {
      readonly event: "result" | "state"
      readonly data: { readonly listing: L; readonly warnings?: ReadonlyArray<string> }
    }
  | { readonly event: "rows"; readonly data: { readonly rows: ReadonlyArray<Row>; readonly listing?: L } }
  | { readonly event: "removed"; readonly data: { readonly names: ReadonlyArray<string>; readonly listing: L } }
  | { readonly event: "done"; readonly data: { readonly listing?: L; readonly total?: number } }

export interface LiveFollowing<L extends Listed> {
  readonly signal: AbortSignal
  readonly onState: (open: boolean) => void
  readonly onFrame: (frame: LiveFrame<L>) => void
}

interface LiveOptions<L extends Listed> {
  readonly follow$: QRL<(following: LiveFollowing<L>) => Promise<void>>
  /** Each result stands for all rows. Otherwise `rows` and `removed` bring what changed. */
  readonly whole?: boolean
  /** The stream begins anew when it changes. */
  readonly include?: Signal<string>
}

const EMPTY = { listing: null, warnings: [], progress: null, live: false }

/** Follows the stream of a listing while its table has a scope, and puts into the table what it brings. */
export const useLiveTable = <L extends Listed>(
  table: Table,
  { follow$, include, whole = false }: LiveOptions<L>
): LiveTable<L> => {
  const state = useStore<LiveTable<L>>(EMPTY, { deep: false })
  useVisibleTask$(
    ({ cleanup, track }) => {
      const scope = track(() => table.state.scope)
      track(() => include?.value)
      Object.assign(state, EMPTY)
      if (scope === null) return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      let earlier: L | null = null
      const onFrame = ({ data, event }: LiveFrame<L>) => {
        if (event === "progress") {
          state.progress = data
          return
        }
        if (data.listing !== undefined) state.listing = data.listing
        if (event === "rows") table.handle.value?.merge(data.rows)
        else if (event === "removed") table.handle.value?.gone(data.names)
        else if (event === "done") state.progress = null
        else {
          const { listing, warnings = [] } = data
          // The rows may have been requested before the listing was complete.
          const isOther = whole
            ? earlier !== null || listing.state !== "complete"
            : listing.stale !== (earlier?.stale ?? false) || listing.state === "partial"
          if (isOther) table.handle.value?.reload()
          earlier = listing
          state.warnings = warnings
          if (!listing.refreshing) state.progress = null
        }
      }
      void follow$({
        signal: controller.signal,
        onState: (open) => {
          state.live = open
        },
        onFrame
      })
    },
    { strategy: "document-ready" }
  )
  return state
}
