import { noSerialize, type NoSerialize, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, reasonOf } from "~/client/problem-error"

export type PreviewStatus = "none" | "reading" | "whole" | "failed"

/** How a preview stands, and what it tells. */
export interface Previewing<A> {
  status: PreviewStatus
  told: A | null
  problem: string
}

/** Ends what is being read when its dialog goes. */
export const useRunning = () => {
  const running = useSignal<NoSerialize<AbortController>>()
  useVisibleTask$(({ cleanup }) => { cleanup(() => running.value?.abort()) }, { strategy: "document-ready" })
  return running
}

/** Reads a preview into a store; another one ends it. */
export const readPreview = async <A>(
  state: Previewing<A>, running: { value: NoSerialize<AbortController> | undefined },
  frames: (signal: AbortSignal) => AsyncIterable<{ readonly event: string; readonly data: unknown }>
): Promise<void> => {
  running.value?.abort()
  const controller = new AbortController()
  running.value = noSerialize(controller)
  Object.assign(state, { status: "reading", told: null, problem: "" })
  try {
    for await (const frame of frames(controller.signal)) {
      if (controller.signal.aborted) return
      if (frame.event === "progress" || frame.event === "result") Object.assign(state, { told: frame.data, status: frame.event === "result" ? "whole" : "reading" })
    }
  } catch (cause) {
    if (controller.signal.aborted || isAbort(cause)) return
    const { errors } = asProblem(cause)
    Object.assign(state, { status: "failed", problem: errors?.[0]?.message ?? reasonOf(cause) })
  }
}
