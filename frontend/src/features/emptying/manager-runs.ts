import { call } from "~/client/call"
import { follow } from "~/client/sse"
import type { Outcome } from "~/components/operations/settled"
import type { Wish } from "~/components/operations/operation"
import type { Run } from "~/features/key-rotation/rotation"
import { type RunRoutes, showRun } from "~/features/key-rotation/service-work"
import type { Operations } from "~/lib/operations"

const granting = {
  pause: "POST /api/manager/work/:run_id/pause", resume: "POST /api/manager/work/:run_id/resume", stop: "POST /api/manager/work/:run_id/stop"
} as const satisfies Record<Wish, string>

/** A run of an execution context. */
const ofContext = (id: number, contextId: string): RunRoutes => {
  const [params, context] = [{ run_id: id }, { context_id: contextId }]
  return {
    items: (query) => call("GET /api/manager/work/:run_id/items", { params, query: { ...context, ...query } }),
    follow: (signal, onFrame) => follow("GET /api/manager/work/:run_id/stream", { params, query: context, signal }, { onFrame }),
    ask: (wish) => call(granting[wish], { params, query: context })
  }
}

/** Shows a run of a context in the operations dock, wherever the person goes. */
export const showManagerRun = (operations: Operations, run: Run, contextId: string, onEnd?: (outcome: Outcome) => void): void =>
  showRun(operations, run, ofContext(run.id, contextId), onEnd)
