import type { Signal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { SignedIn } from "~/client/session"
import type { ContextsState } from "~/lib/execution-contexts"
import { HISTORY_KEY, type Operations } from "~/lib/operations"
import { userOf } from "~/lib/session-context"

/** States of what is not over, as the service spells them. */
const UNDER_WAY = "queued,running,pause_requested,paused,cancel_requested"

/** Runs of the person in the context of the page that are not over. */
const mine = async (session: SignedIn | null, contextId: string, objects: boolean, signal: AbortSignal) => {
  const { items } = await call(objects ? "GET /api/browser/work" : "GET /api/manager/work", { query: { context_id: contextId, limit: 20, state: UNDER_WAY }, signal })
  return items.filter(({ started_by }) => started_by.user_id === (userOf(session)?.id ?? null))
}

/** Looks for them now, and whenever the tab is looked at again, until the signal; what follows them comes with the first that is found. */
export const lookForRuns = async (operations: Operations, session: Signal<SignedIn | null>, { current, workspace }: Pick<ContextsState, "current" | "workspace">, signal: AbortSignal): Promise<void> => {
  const contextId = current?.id ?? ""
  const look = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || signal.aborted) return
    try {
      const objects = workspace === "browser"
      const found = contextId === "" || workspace !== "manager" && !objects ? [] : await mine(session.value, contextId, objects, signal)
      if (found.length === 0 && !sessionStorage.getItem(HISTORY_KEY)?.includes("\"run\":{")) return
      const { followAgain } = await import("./follow-again")
      await followAgain(operations, found, contextId, objects)
    } catch {
      // the page went, or says by itself that the service cannot be asked: the next look asks again
    }
  }
  document.addEventListener("visibilitychange", look, { signal })
  await look()
}
