import {
  createContextId,
  noSerialize,
  type NoSerialize,
  useContext,
  useSignal,
  useStore,
  useVisibleTask$
} from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import type { PlaceState } from "~/features/buckets/bucket-place/use-bucket-place"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import type { FeatureName, Reading } from "./feature"

export interface ReadingsState {
  readings: ReadonlyArray<Reading> | null
  problem: NoSerialize<ProblemError> | undefined
  reading: boolean
  at: number
  /** True while a tab shows them: reading all takes fourteen gateway requests. */
  wanted: boolean
  requests: number
}

export const ReadingsContext = createContextId<ReadingsState>("stowage.bucket-features")

export const useReadings = (): ReadingsState => {
  const state = useContext(ReadingsContext)
  useVisibleTask$(
    () => {
      state.wanted = true
    },
    { strategy: "document-ready" }
  )
  return state
}

export const readingOf = ({ readings }: ReadingsState, feature: FeatureName): Reading | undefined =>
  readings?.find((one) => one.feature === feature)

export const storeReading = (state: ReadingsState, reading: Reading): void => {
  state.readings = state.readings?.map((one) => (one.feature === reading.feature ? reading : one)) ?? null
}

const STALE_AFTER_MS = 5_000
const REFRESH_DEBOUNCE_MS = 400

export const useReadFeatures = (place: PlaceState): ReadingsState => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const state = useStore<ReadingsState>(
    { readings: null, problem: undefined, reading: false, at: 0, wanted: false, requests: 0 },
    { deep: false }
  )
  const knownId = useSignal("")
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const bucket = track(() => bucketOfPath(location.url.pathname)?.name ?? "")
      const contextId = track(() => contexts.current?.id ?? "")
      track(() => state.requests)
      const ready = track(() => place.status) === "ready"
      const scope = `${contextId}/${bucket}`
      if (knownId.value !== scope) {
        knownId.value = scope
        Object.assign(state, { readings: null, problem: undefined, at: 0 })
      }
      if (!track(() => state.wanted) || !ready || bucket === "" || contextId === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      state.reading = true
      try {
        const { items } = await callIn({ bucket, contextId }, "GET /api/manager/buckets/:bucket_name/features", {
          signal: controller.signal
        })
        Object.assign(state, { readings: items, problem: undefined, at: Date.now(), reading: false })
      } catch (cause) {
        if (isAbort(cause)) return
        Object.assign(state, { problem: noSerialize(asProblem(cause)), reading: false })
      }
    },
    { strategy: "document-ready" }
  )
  // the live listing sends the row again after each change of the bucket
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (track(() => place.row) === null || state.readings === null) return
      const timer = setTimeout(() => {
        state.requests++
      }, REFRESH_DEBOUNCE_MS)
      cleanup(() => clearTimeout(timer))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup }) => {
      const refresh = () => {
        if (
          document.visibilityState === "visible" &&
          state.wanted &&
          !state.reading &&
          Date.now() - state.at > STALE_AFTER_MS
        )
          state.requests++
      }
      document.addEventListener("visibilitychange", refresh)
      window.addEventListener("focus", refresh)
      cleanup(() => {
        document.removeEventListener("visibilitychange", refresh)
        window.removeEventListener("focus", refresh)
      })
    },
    { strategy: "document-ready" }
  )
  return state
}
