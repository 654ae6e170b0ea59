import { createContextId, noSerialize, type NoSerialize, useContext, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import type { PlaceState } from "~/features/buckets/bucket-place/use-bucket-place"
import { bucketOfPath, inBucket } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import type { FeatureName, Reading } from "./feature"

/** How the features of the bucket stand, as far as they were read. What is known stays while it is read again. */
export interface ReadingsState {
  readings: ReadonlyArray<Reading> | null
  problem: NoSerialize<ProblemError> | undefined
  reading: boolean
  /** When they were read: milliseconds since 1970. */
  at: number
  /** Whether a side of the bucket shows them: nobody else asks a gateway for fourteen things. */
  wanted: boolean
  asked: number
}

export const ReadingsContext = createContextId<ReadingsState>("stowage.bucket-features")

/** The readings, for a side that shows them. */
export const useReadings = (): ReadingsState => {
  const state = useContext(ReadingsContext)
  useVisibleTask$(() => { state.wanted = true }, { strategy: "document-ready" })
  return state
}

export const readingOf = ({ readings }: ReadingsState, feature: FeatureName): Reading | undefined => readings?.find((one) => one.feature === feature)

/** What is known of one is newer than the rest. */
export const tellReading = (state: ReadingsState, reading: Reading): void => {
  state.readings = state.readings?.map((one) => one.feature === reading.feature ? reading : one) ?? null
}

/** Who comes back to the page sees what others did meanwhile. */
const STALE_MS = 5_000
/** Milliseconds in which several changes are read as one. */
const SETTLE_MS = 400

/** Reads the features of the bucket that the address names, once one of its sides shows them, and again when somebody comes back. */
export const useReadFeatures = (place: PlaceState): ReadingsState => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const state = useStore<ReadingsState>({ readings: null, problem: undefined, reading: false, at: 0, wanted: false, asked: 0 }, { deep: false })
  const known = useSignal("")
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const bucket = track(() => bucketOfPath(location.url.pathname)?.name ?? "")
      const contextId = track(() => contexts.current?.id ?? "")
      track(() => state.asked)
      const ready = track(() => place.standing) === "ready"
      const scope = `${contextId}/${bucket}`
      if (known.value !== scope) {
        known.value = scope
        Object.assign(state, { readings: null, problem: undefined, at: 0 })
      }
      if (!track(() => state.wanted) || !ready || bucket === "" || contextId === "") return
      const asked = new AbortController()
      cleanup(() => asked.abort())
      state.reading = true
      try {
        const { items } = await call("GET /api/manager/buckets/:bucket_name/features", { ...inBucket({ bucket, contextId }), signal: asked.signal })
        Object.assign(state, { readings: items, problem: undefined, at: Date.now(), reading: false })
      } catch (cause) {
        if (isAbort(cause)) return
        Object.assign(state, { problem: noSerialize(asProblem(cause)), reading: false })
      }
    },
    { strategy: "document-ready" }
  )
  // the live listing tells of its row anew when something of the bucket was changed here, whoever did
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (track(() => place.row) === null || state.readings === null) return
      const timer = setTimeout(() => { state.asked++ }, SETTLE_MS)
      cleanup(() => clearTimeout(timer))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup }) => {
      const again = () => { if (document.visibilityState === "visible" && state.wanted && !state.reading && Date.now() - state.at > STALE_MS) state.asked++ }
      document.addEventListener("visibilitychange", again)
      window.addEventListener("focus", again)
      cleanup(() => {
        document.removeEventListener("visibilitychange", again)
        window.removeEventListener("focus", again)
      })
    },
    { strategy: "document-ready" }
  )
  return state
}
