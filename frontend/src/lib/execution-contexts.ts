import { createContextId, type NoSerialize, useContext } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import type { ProblemError } from "~/client/problem-error"

/** What the user may act as in a workspace. */
export type ExecutionContext = Row<"GET /api/me/execution-contexts">

/** The execution contexts of the present workspace, and the one in which its pages act. */
export interface ContextsState {
  status: "loading" | "ready" | "failed"
  workspace: "manager" | "browser" | null
  list: ReadonlyArray<ExecutionContext>
  current: ExecutionContext | null
  problem: NoSerialize<ProblemError> | undefined
}

export const ContextsContext = createContextId<ContextsState>("stowage.contexts")

/** `current` is null while loading, and when the user may act as nobody. Pages give its id as `context_id`. */
export const useExecutionContexts = () => useContext(ContextsContext)

const remembered = (workspace: string): string => `stowage:context:${workspace}`

/** The context to start with: named in the address, else the last one used here, else that of the default endpoint. */
export const pickContext = (list: ReadonlyArray<ExecutionContext>, workspace: string, search: string): ExecutionContext | null => {
  const wanted = [new URLSearchParams(search).get("context_id"), localStorage.getItem(remembered(workspace))]
  for (const id of wanted) {
    const found = list.find((context) => context.id === id)
    if (found) return found
  }
  return list.find((context) => context.endpoint_is_default) ?? list[0] ?? null
}

/** Makes a context the current one: kept for next time, and in the address so that a link leads to the same place. */
export const chooseContext = (contexts: ContextsState, context: ExecutionContext): void => {
  if (contexts.workspace === null) return
  contexts.current = context
  localStorage.setItem(remembered(contexts.workspace), context.id)
  nameContextInAddress(contexts)
}

export const nameContextInAddress = (contexts: ContextsState): void => {
  if (contexts.current === null) return
  const url = new URL(window.location.href)
  if (url.searchParams.get("context_id") === contexts.current.id) return
  url.searchParams.set("context_id", contexts.current.id)
  history.replaceState(history.state, "", url)
}
