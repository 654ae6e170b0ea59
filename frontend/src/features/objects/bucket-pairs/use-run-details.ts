import { noSerialize, type QRL, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort } from "~/client/problem-error"
import type { Loaded } from "~/lib/use-loaded"
import { followBucketRun } from "./follow-run"

export const useRunDetails = <A>(
  contextId: string,
  read$: QRL<(signal: AbortSignal) => Promise<A>>,
  activeRun$: QRL<(value: A) => number | null>
): Loaded<A> => {
  const state = useStore<Loaded<A>>({ value: null, problem: undefined, requests: 0 }, { deep: false })
  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => state.requests)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      const refresh = async () => {
        try {
          state.value = await read$(controller.signal)
          state.problem = undefined
        } catch (cause) {
          if (!isAbort(cause)) state.problem = noSerialize(asProblem(cause))
        }
      }
      await refresh()
      const run = state.value === null ? null : await activeRun$(state.value)
      if (run !== null) await followBucketRun(run, contextId, controller.signal, refresh)
    },
    { strategy: "document-ready" }
  )
  return state
}
