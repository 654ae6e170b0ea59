import { call } from "~/client/call"
import { follow } from "~/client/sse"
import type { RunAction } from "~/components/operations/operation"
import type { Operations } from "~/lib/operations"
import type { Run } from "./run"
import { type RunRoutes, showRun } from "./run-work"

const granting = {
  pause: "POST /api/admin/work/:run_id/pause",
  resume: "POST /api/admin/work/:run_id/resume",
  stop: "POST /api/admin/work/:run_id/stop"
} as const satisfies Record<RunAction, string>

const ofAdministrators = (id: number): RunRoutes => {
  const params = { run_id: id }
  return {
    contextId: null,
    items: (query) => call("GET /api/admin/work/:run_id/items", { params, query }),
    follow: (signal, onFrame) => follow("GET /api/admin/work/:run_id/stream", { params, signal }, { onFrame }),
    ask: (action) => call(granting[action], { params })
  }
}

export const showAdministratorsRun = (operations: Operations, run: Run): void =>
  showRun(operations, run, ofAdministrators)
