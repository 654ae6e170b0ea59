import { noSerialize, type NoSerialize, type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem, isAbort, ProblemError } from "~/client/problem-error"
import { streamIn } from "~/client/sse"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { type AccessEntry, mergeEntries, type UnknownAccess } from "./access-entry"

export interface AccessReading {
  entries: NoSerialize<ReadonlyArray<AccessEntry>>
  unknown: NoSerialize<ReadonlyArray<UnknownAccess>>
  problem: NoSerialize<ProblemError> | undefined
  isComplete: boolean
  of: string
}

const endedEarly = () =>
  new ProblemError({
    status: 0,
    code: "stream_failed",
    title: "Incomplete",
    detail: "The connection ended before everything was read."
  })

export const useAccessReading = (folder: Signal<string>, changed: Signal<number>): AccessReading => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const reading = useStore<AccessReading>(
    { entries: noSerialize([]), unknown: noSerialize([]), problem: undefined, isComplete: false, of: "" },
    { deep: false }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      const bucket = track(() => bucketOfPath(location.url.pathname)?.name ?? "")
      const contextId = track(() => contexts.current?.id ?? "")
      const prefix = track(() => folder.value)
      track(() => changed.value)
      if (bucket === "" || contextId === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      const of = JSON.stringify([contextId, bucket, prefix])
      const earlier = reading.of === of ? (reading.entries ?? []) : []
      Object.assign(reading, { entries: noSerialize(earlier), problem: undefined, isComplete: false, of })
      const read = async () => {
        const entries: Array<AccessEntry> = []
        const unknown: Array<UnknownAccess> = []
        let isDone = false
        try {
          for await (const frame of streamIn(
            { bucket, contextId },
            "GET /api/manager/buckets/:bucket_name/access/stream",
            {
              query: prefix === "" ? {} : { prefix },
              signal: controller.signal
            }
          )) {
            if (frame.event === "done") isDone = true
            if (frame.event === "unknown") unknown.push(...frame.data.items)
            if (frame.event !== "rows") continue
            entries.push(...frame.data.items)
            reading.entries = noSerialize(mergeEntries(entries, earlier))
          }
          if (!isDone) throw endedEarly()
          Object.assign(reading, { entries: noSerialize(entries), isComplete: true })
        } catch (cause) {
          if (!isAbort(cause)) reading.problem = noSerialize(asProblem(cause))
        } finally {
          if (!controller.signal.aborted) reading.unknown = noSerialize(unknown)
        }
      }
      void read()
    },
    { strategy: "document-ready" }
  )
  return reading
}
