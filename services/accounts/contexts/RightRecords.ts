import { Context, type Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ManagerTool } from "#domain/platform/access/UserRights.ts"
import type { WorkspaceId } from "#domain/platform/access/workspaces.ts"

/** `manager`, `browser` and `portal` need a right to `contextId`; `own` only a valid session. */
export interface WatchedRight {
  readonly caller: Caller
  readonly workspace: WorkspaceId | "own"
  readonly contextId: string
  readonly tool: ManagerTool | null
}

export class RightRecords extends Context.Service<
  RightRecords,
  {
    readonly areValid: (rights: ReadonlyArray<WatchedRight>) => Effect.Effect<ReadonlyArray<boolean>>
  }
>()("stowage/services/accounts/contexts/RightRecords") {}
