import { noSerialize } from "@builder.io/qwik"
import { asProblem, isAbort } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import type { UsageDepth } from "./usage"
import type { UsageState } from "./use-usage"

/** Joins a running recount, one at a time. */
export const recount = async (usage: UsageState, contextId: string, depth: UsageDepth): Promise<void> => {
  if (usage.depth !== null) return
  const controller = new AbortController()
  Object.assign(usage, { depth, progress: null, broke: undefined, running: noSerialize(controller) })
  try {
    for await (const { data, event } of streamIn({ contextId }, "POST /api/manager/usage-stats/stream", {
      query: { depth },
      signal: controller.signal
    })) {
      if (event === "progress") usage.progress = data
      else if (event === "rows") usage.rows = noSerialize(data.buckets)
      else if (event === "result")
        Object.assign(usage, { snapshot: data, status: "ready", problem: undefined, counted: usage.counted + 1 })
    }
  } catch (cause) {
    if (!isAbort(cause)) usage.broke = noSerialize(asProblem(cause))
  } finally {
    if (usage.running === controller) Object.assign(usage, { depth: null, progress: null, running: undefined })
  }
}
