import { noSerialize, type NoSerialize, useStore, useVisibleTask$ } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import type { Table } from "~/components/resource-table"
import { type LiveRows, readOn } from "~/features/buckets/live-rows/live-rows"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { type IamKind, iamRows, type IamRow } from "./entity"

export interface IamReading extends LiveRows {
  untold: NoSerialize<ProblemError> | undefined
  failed: boolean
}

const gather = (rows: number): number => Math.min(2_000, 300 + rows / 5)

export const useIamReading = (): IamReading =>
  useStore<IamReading>(
    {
      phase: "reading",
      progress: null,
      unavailable: 0,
      unlisted: "",
      failure: "",
      live: false,
      readAt: null,
      turn: 0,
      again: false,
      untold: undefined,
      failed: false
    },
    { deep: false }
  )

/** Waits for the first rows. After a failure it restarts the reading. */
export const waitForIamRows = (
  kind: IamKind,
  contextId: string,
  reading: IamReading,
  signal: AbortSignal
): Promise<ReadonlyArray<IamRow>> => {
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

export const useIamRows = (kind: IamKind, table: Table, reading: IamReading): void => {
  const contexts = useExecutionContexts()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const contextId = track(() => contexts.current?.id)
      track(() => reading.turn)
      if (contextId === undefined || reading.phase === "stopped") return
      reading.phase = "reading"
      const isContinued = reading.turn > 0 && !reading.again
      reading.again = false
      reading.failed = false
      const controller = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      cleanup(() => {
        clearTimeout(timer)
        controller.abort()
      })
      const showRows = () => {
        timer ??= setTimeout(
          () => {
            timer = undefined
            table.handle.value?.reload()
          },
          gather(iamRows(kind).buckets)
        )
      }
      const failed = (problem: ProblemError) => {
        reading.failed = true
        reading.phase = "stopped"
        if (iamRows(kind).buckets === 0) return iamRows(kind).failed(problem)
        reading.untold = noSerialize(problem)
        showRows()
      }
      void import("./follow-iam").then(({ followIam }) =>
        controller.signal.aborted
          ? undefined
          : followIam(kind, { contextId, isContinued }, reading, showRows, failed, controller.signal)
      )
    },
    { strategy: "document-ready" }
  )
}
