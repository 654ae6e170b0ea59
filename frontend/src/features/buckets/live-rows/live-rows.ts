import { useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { heldRows } from "./held-rows"

/** Pages whose rows a stream tells. */
export type LivePage = "feature-rules" | "exposure"

/** What such a page knows of its reading. */
export interface LiveRows {
  phase: "reading" | "done" | "stopped"
  progress: { readonly processed: number; readonly total: number; readonly percent: number } | null
  /** What could not be read, once everything was asked for. */
  unavailable: number
  /** Why the buckets could not be listed; "" where they were. Rows are then of the buckets known before. */
  unlisted: string
  /** The stream is open: what changes shows by itself. */
  live: boolean
  readAt: string | null
  /** Raised to read on; `again`: also what could not be read. */
  turn: number
  again: boolean
}

/** How long rows are gathered before the table shows them, in milliseconds. */
const GATHER = 300

/** Fills a page's rows from its stream while it is looked at. `feature`: the filter that names what is read; "" where there is none. */
export const useLiveRows = (page: LivePage, table: Table, feature: string): LiveRows => {
  const contexts = useExecutionContexts()
  const state = useStore<LiveRows>({ phase: "reading", progress: null, unavailable: 0, unlisted: "", live: false, readAt: null, turn: 0, again: false })
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      const named = track(() => feature === "" ? "" : table.url[feature] ?? "")
      track(() => state.turn)
      state.live = false
      if (contextId === undefined || state.phase === "stopped") return
      state.phase = "reading"
      const controller = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      cleanup(() => {
        clearTimeout(timer)
        controller.abort()
      })
      const shown = () => {
        timer ??= setTimeout(() => {
          timer = undefined
          table.handle.value?.reload()
        }, GATHER)
      }
      const anew = () => {
        heldRows(page).forget()
        state.turn++
      }
      const { again } = state
      state.again = false
      void import("./follow-rows").then(({ followRows }) => {
        if (!controller.signal.aborted) return followRows(page, { contextId, feature: named, again }, state, shown, anew, controller.signal)
      })
    },
    { strategy: "document-ready" }
  )
  return state
}

/** Ends the reading; what is there stays. */
export const stopReading = (state: LiveRows): void => {
  state.phase = "stopped"
  state.turn++
}

/** Reads on; `again`: what could not be read is asked for once more. */
export const readOn = (state: LiveRows, again: boolean): void => {
  state.again = again
  state.phase = "reading"
  state.turn++
}
