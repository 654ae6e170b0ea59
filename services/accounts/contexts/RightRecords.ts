import { Context, type Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

/** What a stream was opened with: that a caller may act as a context of a workspace; `admin`: that they are an administrator; `own`: that they stand. */
export interface WatchedRight {
  readonly caller: Caller
  readonly workspace: ContextWorkspace | "admin" | "own"
  /** Empty for `admin` and `own`: those rights are to everything there. */
  readonly contextId: string
  /** The tool that the stream is of; null: none that can be switched off. */
  readonly tool: ManagerTool | null
}

/** Whether rights that were good once are good still: the caller stands, is associated as the workspace wants, and has the tool. */
export class RightRecords extends Context.Service<RightRecords, {
  /** Of many rights at once, in their order. */
  readonly standing: (rights: ReadonlyArray<WatchedRight>) => Effect.Effect<ReadonlyArray<boolean>>
}>()("stowage/services/accounts/contexts/RightRecords") {}
