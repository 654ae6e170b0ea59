import { noSerialize, type NoSerialize, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import type { Table } from "~/components/resource-table"
import { type LiveRows, readOn } from "~/features/buckets/live-rows/live-rows"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { type IamKind, iamRows, type IamRow } from "./entity"

/** What the page of a kind knows of its reading. */
export interface IamReading extends LiveRows {
  /** Why it ended early, until the table has said so. */
  untold: NoSerialize<ProblemError> | undefined
  /** It ended so: who asks for the rows once more has them read anew. */
  failed: boolean
}

/** How long rows are gathered before the table shows them, in milliseconds: the more there are, the more work it is to show them. */
const gather = (rows: number): number => Math.min(2_000, 300 + rows / 5)

export const useIamReading = (): IamReading =>
  useStore<IamReading>({ phase: "reading", progress: null, unavailable: 0, unlisted: "", live: false, readAt: null, turn: 0, again: false, untold: undefined, failed: false }, { deep: false })

/** The rows that are known, once there are any; after a failure they are asked for anew. */
export const knownRows = (kind: IamKind, contextId: string, reading: IamReading, signal: AbortSignal): Promise<ReadonlyArray<IamRow>> => {
  const { untold } = reading
  if (untold !== undefined) {
    reading.untold = undefined
    throw untold
  }
  const rows = iamRows(kind)
  if (reading.failed) {
    rows.forget()
    reading.failed = false
    readOn(reading, true)
  }
  return rows.known(`${contextId} `, signal)
}

/** Reads the rows of a kind while its page is looked at. They do not change by themselves: `readOn` reads them anew. */
export const useIamRows = (kind: IamKind, table: Table, reading: IamReading): void => {
  const contexts = useExecutionContexts()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      track(() => reading.turn)
      if (contextId === undefined || reading.phase === "stopped") return
      reading.phase = "reading"
      const goesOn = reading.turn > 0 && !reading.again
      reading.again = false
      reading.failed = false
      const asked = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      cleanup(() => {
        clearTimeout(timer)
        asked.abort()
      })
      const shown = () => {
        timer ??= setTimeout(() => {
          timer = undefined
          table.handle.value?.reload()
        }, gather(iamRows(kind).buckets))
      }
      const failed = (problem: ProblemError) => {
        reading.failed = true
        reading.phase = "stopped"
        if (iamRows(kind).buckets === 0) return iamRows(kind).failed(problem)
        reading.untold = noSerialize(problem)
        shown()
      }
      void import("./follow-iam").then(({ followIam }) => asked.signal.aborted ? undefined : followIam(kind, { contextId, goesOn }, reading, shown, failed, asked.signal))
    },
    { strategy: "document-ready" }
  )
}
