import {
  createContextId,
  noSerialize,
  type NoSerialize,
  type Signal,
  useContext,
  useStore,
  useVisibleTask$
} from "@builder.io/qwik"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import type { BucketUsage, UsageDepth, UsageProgress, UsageSnapshot } from "./usage"
import { readLatest, type UsageScope } from "./usage-scope"

export interface UsageState {
  /** `id` is empty until it is known which context or endpoint is shown. */
  scope: UsageScope
  status: "loading" | "ready" | "failed"
  snapshot: UsageSnapshot | null
  problem: NoSerialize<ProblemError> | undefined
  depth: UsageDepth | null
  progress: UsageProgress | null
  broke: NoSerialize<ProblemError> | undefined
  rows: NoSerialize<ReadonlyArray<BucketUsage>> | undefined
  counted: number
  requests: number
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

export const useReadUsage = (kind: UsageScope["kind"], id: Readonly<Signal<string>>): UsageState => {
  const state = useStore<UsageState>(
    { ...EMPTY, scope: { kind, id: id.value }, counted: 0, requests: 0, running: undefined },
    { deep: false }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      const current = track(() => id.value)
      Object.assign(state, EMPTY, current === state.scope.id ? {} : { scope: { kind, id: current } })
      cleanup(() => state.running?.abort())
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const scope = track(() => state.scope)
      track(() => state.requests)
      if (scope.id === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      try {
        const { snapshot } = await readLatest(scope, controller.signal)
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
