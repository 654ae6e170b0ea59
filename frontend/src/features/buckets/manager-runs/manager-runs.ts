import { call } from "~/client/call"
import { reasonOf } from "~/client/problem-error"
import { follow } from "~/client/sse"
import type { Outcome } from "~/components/operations/final-outcome"
import type { RunAction } from "~/components/operations/operation"
import type { Run } from "../../platform/runs/run"
import { type RunRoutes, showRun } from "../../platform/runs/run-work"
import type { Operations } from "~/lib/operations"
import { say } from "~/lib/toasts"
import { outcomeOfRun } from "./run-outcome"

const granting = {
  pause: "POST /api/manager/work/:run_id/pause",
  resume: "POST /api/manager/work/:run_id/resume",
  stop: "POST /api/manager/work/:run_id/stop"
} as const satisfies Record<RunAction, string>

const ofContext =
  (contextId: string) =>
  (id: number): RunRoutes => {
    const [params, context] = [{ run_id: id }, { context_id: contextId }]
    return {
      contextId,
      items: (query) => call("GET /api/manager/work/:run_id/items", { params, query: { ...context, ...query } }),
      follow: (signal, onFrame) =>
        follow("GET /api/manager/work/:run_id/stream", { params, query: context, signal }, { onFrame }),
      ask: (action) => call(granting[action], { params, query: context })
    }
  }

/** Notifies the user of how a run ended. Most runs end before the dock shows them. */
const notifyEnd = async (operations: Operations, { id, title }: Run, contextId: string): Promise<void> => {
  const [params, query] = [{ run_id: id }, { context_id: contextId }]
  try {
    const [run, { items }] = await Promise.all([
      call("GET /api/manager/work/:run_id", { params, query }),
      call("GET /api/manager/work/:run_id/items", { params, query: { ...query, limit: 500 } })
    ])
    say(operations.toasts, outcomeOfRun(run, items, contextId))
  } catch (cause) {
    say(operations.toasts, { tone: "danger", text: `How “${title}” ended could not be read`, detail: reasonOf(cause) })
  }
}

/** Shows a run of a context in the operations dock on every page, and notifies the user of its end. */
export const showManagerRun = (
  operations: Operations,
  run: Run,
  contextId: string,
  onEnd?: (outcome: Outcome) => void
): void =>
  showRun(operations, run, ofContext(contextId), {
    onEnd: (outcome) => {
      onEnd?.(outcome)
      void notifyEnd(operations, run, contextId)
    }
  })
