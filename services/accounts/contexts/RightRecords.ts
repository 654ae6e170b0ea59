import { Context, type Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

/** Right of an open stream: a context in a workspace; `admin`: the administrator role; `own`: a valid session. */
export interface WatchedRight {
  readonly caller: Caller
  readonly workspace: ContextWorkspace | "admin" | "own"
  readonly contextId: string
  readonly tool: ManagerTool | null
}

export class RightRecords extends Context.Service<
  RightRecords,
  {
    readonly standing: (rights: ReadonlyArray<WatchedRight>) => Effect.Effect<ReadonlyArray<boolean>>
  }
>()("stowage/services/accounts/contexts/RightRecords") {}
