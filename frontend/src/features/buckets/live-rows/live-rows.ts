import { useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { cachedRows } from "./cached-rows"

export type LivePage = "feature-rules" | "exposure"

export interface LiveRows {
  phase: "reading" | "done" | "stopped"
  progress: { readonly processed: number; readonly total: number; readonly percent: number } | null
  unavailable: number
  unlisted: string
  failure: string
  live: boolean
  readAt: string | null
  turn: number
  again: boolean
}

const TABLE_UPDATE_INTERVAL_MS = 300

export const useLiveRows = (page: LivePage, table: Table, feature: string): LiveRows => {
  const contexts = useExecutionContexts()
  const state = useStore<LiveRows>({
    phase: "reading",
    progress: null,
    unavailable: 0,
    unlisted: "",
    failure: "",
    live: false,
    readAt: null,
    turn: 0,
    again: false
  })
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      const featureFilter = track(() => (feature === "" ? "" : (table.url[feature] ?? "")))
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
      const showRows = () => {
        timer ??= setTimeout(() => {
          timer = undefined
          table.handle.value?.reload()
        }, TABLE_UPDATE_INTERVAL_MS)
      }
      const restart = () => {
        cachedRows(page).forget()
        state.turn++
      }
      const { again } = state
      Object.assign(state, { again: false, failure: "" })
      const rows = cachedRows(page)
      rows.reconnect = () => readOn(state, false)
      cleanup(() => {
        rows.reconnect = null
      })
      void import("./follow-rows").then(({ followRows }) => {
        if (!controller.signal.aborted)
          return followRows(
            page,
            { contextId, feature: featureFilter, again },
            state,
            showRows,
            restart,
            controller.signal
          )
      })
    },
    { strategy: "document-ready" }
  )
  return state
}

export const stopReading = (state: LiveRows): void => {
  state.phase = "stopped"
  state.turn++
}

export const readOn = (state: LiveRows, again: boolean): void => {
  state.again = again
  state.phase = "reading"
  state.turn++
}
