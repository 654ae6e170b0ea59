import { createContextId, type QRL, useContext, useContextProvider, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { Frame } from "~/client/contract"
import { followEventStream } from "~/client/sse"
import { useEndpointStatus } from "~/lib/use-endpoint-status"

type KnownHealth = Frame<"GET /api/admin/storage-endpoints/health/stream">["data"]["endpoints"][number]

export interface LiveHealth {
  of: Readonly<Record<number, KnownHealth>>
  live: boolean
}

const LiveHealthContext = createContextId<LiveHealth>("stowage.live-health")

const newer = (one: KnownHealth | undefined, other: KnownHealth): KnownHealth =>
  one?.health && other.health && one.health.checked_at > other.health.checked_at ? one : other

export const useLiveHealth = (changed$: QRL<() => unknown>): LiveHealth => {
  const state = useStore<LiveHealth>({ of: {}, live: false }, { deep: false })
  const watched = useEndpointStatus()
  useContextProvider(LiveHealthContext, state)
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (!track(() => watched.value)) return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      void followEventStream(
        "GET /api/admin/storage-endpoints/health/stream",
        { signal: controller.signal },
        {
          onState: (open) => {
            state.live = open
          },
          onFrame: (frame) => {
            if (frame.event !== "health") return
            const before = state.of
            const updates = Object.fromEntries(frame.data.endpoints.map((one) => [one.id, newer(before[one.id], one)]))
            state.of = { ...before, ...updates }
            const hasChanged = frame.data.endpoints.some(
              ({ health, id }) => before[id] !== undefined && before[id].health?.state !== health?.state
            )
            if (hasChanged) void changed$()
          }
        }
      )
    },
    { strategy: "document-ready" }
  )
  return state
}

export const useHealthOf = (): LiveHealth => useContext(LiveHealthContext)
