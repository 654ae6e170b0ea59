import { createContextId, type NoSerialize, useContext } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import type { ProblemError } from "~/client/problem-error"
import type { Standing } from "./context-standing"
import type { ContextWorkspace } from "./recent-contexts"
import { pageOf } from "./workspaces"

export { type ContextWorkspace, readRecentContexts, recentContexts, rememberContext } from "./recent-contexts"

/** What the user may act as in a workspace. */
export type ExecutionContext = Row<"GET /api/me/execution-contexts">

/** The execution contexts of the present workspace, and the one in which its pages act. */
export interface ContextsState {
  /** Null: the page acts in no context, and the rest says nothing. */
  workspace: ContextWorkspace | null
  standing: Standing
  list: ReadonlyArray<ExecutionContext>
  /** The context of `standing` where it is ready; else null. */
  current: ExecutionContext | null
  problem: NoSerialize<ProblemError> | undefined
  /** What is known of the list: whose workspace it is of, and when it was read (milliseconds since 1970). */
  read: { readonly workspace: ContextWorkspace | null; readonly status: "loading" | "ready" | "failed"; readonly at: number }
  /** Another number asks again for what one may act as. */
  asked: number
  /** As whom one acted last in this window, in whichever workspace. */
  last: string | null
}

export const contextsOf = (workspace: ContextWorkspace | null): ContextsState =>
  ({ workspace, standing: { status: "loading" }, list: [], current: null, problem: undefined, read: { workspace: null, status: "loading", at: 0 }, asked: 0, last: null })

export const ContextsContext = createContextId<ContextsState>("stowage.contexts")

/** `current` is null while loading, and when the user may act as nobody. Pages give its id as `context_id`. */
export const useExecutionContexts = () => useContext(ContextsContext)

/** What the rows of a listing belong to: the context, "" on pages without one, null while there is none. */
export const scopeOf = ({ current, workspace }: Pick<ContextsState, "current" | "workspace">): string | null => workspace === null ? "" : current?.id ?? null

/**
 * The address at which one acts as another context: the same page, as it begins. What it showed belongs to the context before: an open row,
 * a folder, a search, and within a bucket the bucket itself.
 */
export const addressInContext = (path: string, id: string): string => `${pageOf(path)?.href ?? path}?${new URLSearchParams({ context_id: id })}`
