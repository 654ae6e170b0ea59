import type { Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { SignedIn } from "~/client/session"
import type { ContextsState } from "~/lib/execution-contexts"
import { HISTORY_KEY, type Operations } from "~/lib/operations"
import { userOf } from "~/lib/session-context"

const ACTIVE_STATES = "queued,running,pause_requested,paused,awaiting_cutover,cancel_requested"

const activeRuns = async (session: SignedIn | null, contextId: string, objects: boolean, signal: AbortSignal) => {
  const { items } = await call(objects ? "GET /api/browser/work" : "GET /api/manager/work", {
    query: { context_id: contextId, limit: 20, state: ACTIVE_STATES },
    signal
  })
  return items.filter(({ started_by }) => started_by.user_id === (userOf(session)?.id ?? null))
}

/** Looks for active runs now and whenever the tab becomes visible, until `signal` aborts. */
export const findRuns = async (
  operations: Operations,
  session: Signal<SignedIn | null>,
  { current, workspace }: Pick<ContextsState, "current" | "workspace">,
  signal: AbortSignal
): Promise<void> => {
  const contextId = current?.id ?? ""
  const poll = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || signal.aborted) return
    try {
      const objects = workspace === "browser"
      const newRuns =
        contextId === "" || (workspace !== "manager" && !objects)
          ? []
          : await activeRuns(session.value, contextId, objects, signal)
      if (newRuns.length === 0 && !sessionStorage.getItem(HISTORY_KEY)?.includes('"run":{')) return
      const { followAgain } = await import("./follow-again")
      await followAgain(operations, newRuns, contextId, objects)
    } catch {
      // ignore: the next look tries again
    }
  }
  document.addEventListener("visibilitychange", poll, { signal })
  await poll()
}
