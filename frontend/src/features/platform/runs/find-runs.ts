import type { Signal } from "@builder.io/qwik"
import type { SignedIn } from "~/client/session"
import type { ContextsState } from "~/lib/execution-contexts"
import { HISTORY_KEY, type Operations } from "~/lib/operations"
import type { RunPlace } from "~/components/operations/operation"
import { signedInUser } from "~/lib/session-context"
import { listRuns } from "./run-place"

const ACTIVE_STATES = "queued,running,pause_requested,paused,awaiting_cutover,cancel_requested"

const activeRuns = async (session: SignedIn | null, place: RunPlace, signal: AbortSignal) => {
  const runs = await listRuns(place, { limit: 20, state: ACTIVE_STATES }, signal)
  return runs.filter(({ started_by }) => started_by.user_id === (signedInUser(session)?.id ?? null))
}

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
      const place: RunPlace | null =
        contextId !== "" && (workspace === "manager" || workspace === "browser") ? { workspace, contextId } : null
      const newRuns = place === null ? [] : await activeRuns(session.value, place, signal)
      if (newRuns.length === 0 && !sessionStorage.getItem(HISTORY_KEY)?.includes('"run":{')) return
      const { resumeFollowing: followAgain } = await import("./resume-following")
      await followAgain(operations, newRuns, place)
    } catch {
      // ignore: the next check retries
    }
  }
  document.addEventListener("visibilitychange", poll, { signal })
  await poll()
}
