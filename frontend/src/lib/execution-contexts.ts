import { createContextId, type NoSerialize, useContext } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import type { ProblemError } from "~/client/problem-error"
import type { ContextState } from "./context-state"
import type { ContextWorkspace } from "./recent-contexts"
import { navItemOf } from "./workspaces"

export {
  type ContextWorkspace,
  readRecentContexts,
  recentContexts,
  addRecentContext as rememberContext
} from "./recent-contexts"

export type ExecutionContext = Row<"GET /api/me/execution-contexts">

export interface ContextsState {
  workspace: ContextWorkspace | null
  state: ContextState
  list: ReadonlyArray<ExecutionContext>
  current: ExecutionContext | null
  problem: NoSerialize<ProblemError> | undefined
  read: {
    readonly workspace: ContextWorkspace | null
    readonly status: "loading" | "ready" | "failed"
    readonly at: number
  }
  requests: number
  last: string | null
}

export const contextsOf = (workspace: ContextWorkspace | null): ContextsState => ({
  workspace,
  state: { status: "loading" },
  list: [],
  current: null,
  problem: undefined,
  read: { workspace: null, status: "loading", at: 0 },
  requests: 0,
  last: null
})

export const ContextsContext = createContextId<ContextsState>("stowage.contexts")

export const useExecutionContexts = () => useContext(ContextsContext)

/** Omits state of the previous context: open row, folder, search, bucket. */
export const addressInContext = (path: string, id: string): string =>
  `${navItemOf(path)?.href ?? path}?${new URLSearchParams({ context_id: id })}`
