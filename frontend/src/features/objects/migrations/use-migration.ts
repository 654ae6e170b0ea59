import { noSerialize, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { followIn } from "~/client/sse"
import type { Loaded } from "~/lib/use-loaded"
import { pollWhileClosed } from "../bucket-pairs/poll-while-closed"
import { applyFrame, type MigrationDetails } from "./migration-details"

export const useMigration = (contextId: string, id: number): Loaded<MigrationDetails> => {
  const state = useStore<Loaded<MigrationDetails>>({ value: null, problem: undefined, requests: 0 }, { deep: false })
  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => state.requests)
      const controller = new AbortController()
      const { signal } = controller
      const place = { params: { migration_id: id }, signal }
      const refresh = async () => {
        try {
          const migration = await callIn({ contextId }, "GET /api/manager/migrations/:migration_id", place)
          const { items } = await callIn({ contextId }, "GET /api/manager/migrations/:migration_id/items", place)
          state.value = { events: state.value?.events ?? [], migration, items }
          state.problem = undefined
        } catch (cause) {
          if (!isAbort(cause)) state.problem = noSerialize(asProblem(cause))
        }
      }
      const polling = pollWhileClosed(() => void refresh())
      cleanup(() => {
        controller.abort()
        polling.stop()
      })
      await refresh()
      if (state.problem) return
      await followIn({ contextId }, "GET /api/manager/migrations/:migration_id/stream", place, {
        onFrame: (frame) => {
          state.value = applyFrame(state.value, frame)
          if (frame.event === "done") controller.abort()
        },
        onState: polling.onState
      })
    },
    { strategy: "document-ready" }
  )
  return state
}
