import { call } from "~/client/call"
import { follow } from "~/client/sse"
import type { RunAction } from "~/components/operations/operation"
import type { RunRoutes } from "./run-work"

const granting = {
  pause: "POST /api/browser/work/:run_id/pause",
  resume: "POST /api/browser/work/:run_id/resume",
  stop: "POST /api/browser/work/:run_id/stop"
} as const satisfies Record<RunAction, string>

export const objectRoutes =
  (contextId: string) =>
  (id: number): RunRoutes => {
    const [params, context] = [{ run_id: id }, { context_id: contextId }]
    return {
      contextId,
      objects: true,
      items: (query) => call("GET /api/browser/work/:run_id/items", { params, query: { ...context, ...query } }),
      follow: (signal, onFrame) =>
        follow("GET /api/browser/work/:run_id/stream", { params, query: context, signal }, { onFrame }),
      ask: (action) => call(granting[action], { params, query: context })
    }
  }
