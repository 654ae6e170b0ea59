import {
  createContextId,
  noSerialize,
  type NoSerialize,
  useComputed$,
  useContext,
  useStore,
  useVisibleTask$
} from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { BucketUsage, UsageDepth, UsageProgress, UsageSnapshot } from "./usage"

export interface UsageState {
  status: "loading" | "ready" | "failed"
  snapshot: UsageSnapshot | null
  problem: NoSerialize<ProblemError> | undefined
  depth: UsageDepth | null
  progress: UsageProgress | null
  broke: NoSerialize<ProblemError> | undefined
  rows: NoSerialize<ReadonlyArray<BucketUsage>> | undefined
  counted: number
  asked: number
  running: NoSerialize<AbortController> | undefined
}

export const UsageContext = createContextId<UsageState>("stowage.usage")

export const useUsage = () => useContext(UsageContext)

const EMPTY = {
  status: "loading",
  snapshot: null,
  problem: undefined,
  depth: null,
  progress: null,
  broke: undefined,
  rows: undefined
} as const

export const useReadUsage = (): UsageState => {
  const contexts = useExecutionContexts()
  const state = useStore<UsageState>({ ...EMPTY, counted: 0, asked: 0, running: undefined }, { deep: false })
  // compute it, since contexts notify without a change
  const contextId = useComputed$(() => contexts.current?.id ?? "")
  useVisibleTask$(
    ({ cleanup, track }) => {
      track(() => contextId.value)
      Object.assign(state, EMPTY)
      cleanup(() => state.running?.abort())
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const here = track(() => contextId.value)
      track(() => state.asked)
      if (here === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      try {
        const { snapshot } = await callIn({ contextId: here }, "GET /api/manager/usage-stats/latest", {
          signal: controller.signal
        })
        Object.assign(state, { snapshot, status: "ready", problem: undefined })
      } catch (cause) {
        if (isAbort(cause)) return
        Object.assign(state, {
          problem: noSerialize(asProblem(cause)),
          status: state.snapshot === null ? "failed" : "ready"
        })
      }
    },
    { strategy: "document-ready" }
  )
  return state
}
