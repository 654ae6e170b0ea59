import { call } from "~/client/call"
import { reasonOf } from "~/client/problem-error"
import { open, takeLeft } from "~/components/operations/engine"
import { showObjectRun } from "../../platform/runs/object-run"
import { objectsChanged } from "../../platform/runs/object-run-end"
import type { Run } from "../../platform/runs/run"
import type { Operations } from "~/lib/operations"
import { say } from "~/lib/toasts"
import { showManagerRun } from "./manager-runs"

/** The page does not wait for the refresh. */
const OBSERVER = { onEnd: objectsChanged }

/** Follows runs after a reload: those of this tab, and active ones of a context. `objects`: runs of the Browser. */
export const followAgain = async (
  operations: Operations,
  foundRuns: ReadonlyArray<Run>,
  contextId: string,
  objects: boolean
): Promise<void> => {
  open(operations.whose)
  for (const run of foundRuns)
    if (objects) showObjectRun(operations, run, contextId, OBSERVER)
    else showManagerRun(operations, run, contextId)
  await Promise.all(
    takeLeft().map(async ({ run, target }) => {
      if (run === undefined || (run.contextId === contextId && foundRuns.some(({ id }) => id === run.id))) return
      try {
        const params = { run_id: run.id }
        if (run.contextId === null)
          (await import("../../platform/runs/administrators-run")).showAdministratorsRun(
            operations,
            await call("GET /api/admin/work/:run_id", { params })
          )
        // only the page that started it knows how to retry its failures
        else if (run.objects)
          showObjectRun(
            operations,
            await call("GET /api/browser/work/:run_id", { params, query: { context_id: run.contextId } }),
            run.contextId,
            OBSERVER
          )
        else
          showManagerRun(
            operations,
            await call("GET /api/manager/work/:run_id", { params, query: { context_id: run.contextId } }),
            run.contextId
          )
      } catch (cause) {
        say(operations.toasts, {
          tone: "danger",
          text: `How it stands with “${target}” could not be read`,
          detail: reasonOf(cause)
        })
      }
    })
  )
}
