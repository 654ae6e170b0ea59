import { $ } from "@builder.io/qwik"
import { problemText } from "~/client/problem-error"
import type { RunPlace } from "~/components/operations/operation"
import { bytes, counted, int } from "~/lib/format"
import type { Operations } from "~/lib/operations"
import { successToast } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import type { Run } from "./run"
import { sendRunAction, readItems, readRun } from "./run-place"
import { routesOf } from "./run-routes"
import { followRun } from "./run-source"

export const objectPlace = (contextId: string): RunPlace => ({ workspace: "browser", contextId })

const number = (value: unknown): number => (typeof value === "number" ? value : 0)
const failuresOf = (value: unknown): ReadonlyArray<{ readonly key: string; readonly reason: string }> =>
  Array.isArray(value) ? (value as ReadonlyArray<{ readonly key: string; readonly reason: string }>) : []

export const reportEnd = async (operations: Operations, startedRun: Run, contextId: string): Promise<void> => {
  const { id, title } = startedRun
  const place = objectPlace(contextId)
  try {
    const [run, { items }] = await Promise.all([readRun(place, id), readItems(place, id, { limit: 500 })])
    const sum = (name: string) => items.reduce((total, { result }) => total + number(result[name]), 0)
    const failures = items.flatMap(({ result }) => failuresOf(result["failures"]))
    const problem = failures.length > 0 ? "" : (items.find((item) => item.problem !== null)?.problem?.detail ?? "")
    const parts = [
      ...(run.direction === "back" ? [] : [`${int(sum("done"))} done`]),
      ...(sum("bytes") > 0 ? [bytes(sum("bytes"))] : []),
      ...(sum("failed") > 0 ? [`${int(sum("failed"))} not`] : []),
      ...failures.slice(0, 3).map(({ key, reason }) => `${visible(key)}: ${reason}`),
      ...(sum("failed") > 3 ? [`and ${counted(sum("failed") - 3, "other")}`] : []),
      ...(problem === "" ? [] : [problem])
    ]
    const deed = run.direction === "back" ? "undone" : "done"
    const isStopped = run.state === "canceled" && run.direction === "forward"
    const well = run.state === "completed" || run.state === "rolled_back"
    successToast(operations.toasts, {
      tone: well ? "ok" : "danger",
      text: `${title}: ${isStopped ? "stopped" : well ? deed : `${deed} in part`}`,
      ...(parts.length === 0 ? {} : { detail: parts.join(". ") }),
      ...(run.wishes.includes("undo") && run.direction === "forward"
        ? { action: { label: "Undo", run$: $(() => undoRun(operations, startedRun, contextId)) } }
        : {})
    })
  } catch (cause) {
    successToast(operations.toasts, {
      tone: "danger",
      text: `How “${title}” ended could not be read`,
      detail: problemText(cause)
    })
  }
}

export const objectsChanged = (): void => {
  window.dispatchEvent(new CustomEvent("stowage:objects-changed"))
}

export const undoAndFollow = async (
  id: number,
  contextId: string
): Promise<{ readonly well: boolean; readonly offered: boolean; readonly why: string }> => {
  const place = objectPlace(contextId)
  await sendRunAction(place, id, "undo")
  await followRun(routesOf(place)(id), () => undefined)
  objectsChanged()
  const [run, { items }] = await Promise.all([readRun(place, id), readItems(place, id, { limit: 500 })])
  return {
    well: run.state === "rolled_back",
    offered: run.wishes.includes("undo"),
    why: run.state === "rolled_back" ? "" : (items.find(({ problem }) => problem !== null)?.problem?.detail ?? "")
  }
}

const undoRun = async (operations: Operations, run: Run, contextId: string): Promise<void> => {
  try {
    await undoAndFollow(run.id, contextId)
    await reportEnd(operations, run, contextId)
  } catch (cause) {
    successToast(operations.toasts, { tone: "danger", text: "It could not be undone", detail: problemText(cause) })
  }
}
