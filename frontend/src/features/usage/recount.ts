import { noSerialize } from "@builder.io/qwik"
import { asProblem, isAbort, ProblemError } from "~/client/problem-error"
import type { UsageDepth } from "./usage"
import { recountFrames } from "./usage-scope"
import type { UsageState } from "./use-usage"

/** The service ends the stream without an error when the session or the right to read it ends. */
const endedEarly = () =>
  new ProblemError({
    status: 0,
    code: "stream_failed",
    title: "The recount ended early",
    detail: "The service ended it before all buckets were counted. Start it again."
  })

/** Joins a running recount, one at a time. */
export const recount = async (usage: UsageState, depth: UsageDepth): Promise<void> => {
  const { scope } = usage
  if (usage.depth !== null || scope.id === "") return
  const controller = new AbortController()
  Object.assign(usage, { depth, progress: null, broke: undefined, running: noSerialize(controller) })
  let finished = false
  try {
    for await (const { data, event } of recountFrames(scope, depth, controller.signal)) {
      if (event === "progress") usage.progress = data
      else if (event === "rows") usage.rows = noSerialize(data.buckets)
      else if (event === "result") {
        finished = true
        Object.assign(usage, { snapshot: data, status: "ready", problem: undefined, counted: usage.counted + 1 })
      }
    }
    if (!finished && !controller.signal.aborted) throw endedEarly()
  } catch (cause) {
    if (!isAbort(cause)) usage.broke = noSerialize(asProblem(cause))
  } finally {
    if (usage.running === controller) Object.assign(usage, { depth: null, progress: null, running: undefined })
  }
}
