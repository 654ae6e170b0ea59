import { problemText } from "~/client/problem-error"
import type { Outcome } from "~/components/operations/final-outcome"
import type { RunPlace } from "~/components/operations/operation"
import type { Operations } from "~/lib/operations"
import { successToast } from "~/lib/toasts"
import type { Run } from "./run"
import { outcomeOfRun } from "./run-outcome"
import { readItems, readRun, runHref } from "./run-place"
import { routesOf } from "./run-routes"
import { followInDock } from "./run-source"

/** Most runs end before the dock shows them. */
const notifyEnd = async (operations: Operations, { id, title }: Run, place: RunPlace): Promise<void> => {
  try {
    const [run, { items }] = await Promise.all([readRun(place, id), readItems(place, id, { limit: 500 })])
    successToast(operations.toasts, outcomeOfRun(run, items, runHref(place, id)))
  } catch (cause) {
    successToast(operations.toasts, {
      tone: "danger",
      text: `How “${title}” ended could not be read`,
      detail: problemText(cause)
    })
  }
}

/** Notifies the user of the end only where the workspace has a page of runs. */
export const showRun = (operations: Operations, run: Run, place: RunPlace, onEnd?: (outcome: Outcome) => void): void =>
  followInDock(operations, run, routesOf(place), {
    onEnd: (outcome) => {
      onEnd?.(outcome)
      if (runHref(place, run.id) !== null) void notifyEnd(operations, run, place)
    }
  })
