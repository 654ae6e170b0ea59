import type { ExecutionContext as Schema } from "#domain/contexts/ExecutionContext.ts"
import { request } from "./request"

export type ExecutionContext = (typeof Schema)["Encoded"]

/** What the user may act as in a workspace. */
export const executionContexts = (workspace: "manager" | "browser", signal?: AbortSignal) =>
  request<ReadonlyArray<ExecutionContext>>("GET", "/me/execution-contexts", { query: { workspace }, signal })
