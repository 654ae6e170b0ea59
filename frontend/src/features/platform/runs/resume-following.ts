import { problemText } from "~/client/problem-error"
import { openHistory, takeUnfinishedRuns } from "~/components/operations/engine"
import type { RunPlace } from "~/components/operations/operation"
import type { Operations } from "~/lib/operations"
import { successToast } from "~/lib/toasts"
import { showObjectRun } from "./object-run"
import { objectsChanged } from "./object-run-end"
import type { Run } from "./run"
import { readRun } from "./run-place"
import { showRun } from "./show-run"

/** Only the page that started a run of objects can retry its failures. */
const OBSERVER = { onEnd: objectsChanged }

const show = (operations: Operations, run: Run, place: RunPlace): void => {
  if (place.workspace === "browser") showObjectRun(operations, run, place.contextId ?? "", OBSERVER)
  else showRun(operations, run, place)
}

export const resumeFollowing = async (
  operations: Operations,
  foundRuns: ReadonlyArray<Run>,
  place: RunPlace | null
): Promise<void> => {
  openHistory(operations.userId)
  if (place !== null) for (const run of foundRuns) show(operations, run, place)
  await Promise.all(
    takeUnfinishedRuns().map(async ({ run, target }) => {
      if (run === undefined || foundRuns.some(({ id }) => id === run.id)) return
      try {
        show(operations, await readRun(run.place, run.id), run.place)
      } catch (cause) {
        successToast(operations.toasts, {
          tone: "danger",
          text: `How it stands with “${target}” could not be read`,
          detail: problemText(cause)
        })
      }
    })
  )
}
