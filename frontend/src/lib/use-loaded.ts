import { noSerialize, type NoSerialize, type QRL, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"

export interface Loaded<A> {
  value: A | null
  problem: NoSerialize<ProblemError> | undefined
  asked: number
}

export const useLoaded = <A>(read$: QRL<(signal: AbortSignal) => Promise<A>>): Loaded<A> => {
  const state = useStore<Loaded<A>>({ value: null, problem: undefined, asked: 0 }, { deep: false })
  useVisibleTask$(
    async ({ track, cleanup }) => {
      track(() => state.asked)
      const asked = new AbortController()
      cleanup(() => asked.abort())
      try {
        state.value = await read$(asked.signal)
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
  for (const state of loaded) state.asked++
}
