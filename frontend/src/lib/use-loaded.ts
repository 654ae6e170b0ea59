import { noSerialize, type NoSerialize, type QRL, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"

export interface Loaded<A> {
  value: A | null
  problem: NoSerialize<ProblemError> | undefined
  requests: number
}

export const useLoaded = <A>(read$: QRL<(signal: AbortSignal) => Promise<A>>): Loaded<A> => {
  const state = useStore<Loaded<A>>({ value: null, problem: undefined, requests: 0 }, { deep: false })
  useVisibleTask$(
    async ({ track, cleanup }) => {
      track(() => state.requests)
      const request = new AbortController()
      cleanup(() => request.abort())
      try {
        state.value = await read$(request.signal)
        state.problem = undefined
      } catch (cause) {
        if (!isAbort(cause)) state.problem = noSerialize(asProblem(cause))
      }
    },
    { strategy: "document-ready" }
  )
  return state
}

export const reload = (...loaded: ReadonlyArray<Loaded<unknown>>): void => {
  for (const state of loaded) state.requests++
}
