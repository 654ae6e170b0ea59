import { Context, type DateTime, type Effect } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { CursorPage, CursorQuery } from "#domain/platform/Cursor.ts"
import type { Direction, ItemState, RunRequest, RunState, WorkPlace } from "#domain/platform/work/runState.ts"
import type { WorkItem, WorkPosition, WorkProgress, WorkRun } from "#domain/platform/work/WorkRun.ts"

export interface WorkRunQuery extends CursorQuery<WorkPosition> {
  readonly kind?: string
  readonly state?: ReadonlyArray<RunState>
}

export interface WorkItemQuery extends CursorQuery<WorkPosition> {
  readonly state?: ReadonlyArray<ItemState>
}

export class WorkRecords extends Context.Service<
  WorkRecords,
  {
    readonly page: (place: WorkPlace, query: WorkRunQuery) => Effect.Effect<CursorPage<WorkRun>>
    readonly find: (place: WorkPlace, id: number) => Effect.Effect<WorkRun, NotFound>
    readonly items: (id: number, query: WorkItemQuery) => Effect.Effect<CursorPage<WorkItem>>
    readonly since: (
      place: WorkPlace,
      id: number,
      version: number | null
    ) => Effect.Effect<WorkProgress & { readonly version: number }, NotFound>
    /** Returns the previous state, or null when impossible now. `undo` retries items whose undo failed. */
    readonly ask: (place: WorkPlace, id: number, request: RunRequest) => Effect.Effect<RunState | null, NotFound>
    /** `forward` repeats, `back` undoes. Null while the run or one of its sort is open, or no item qualifies. */
    readonly reopen: (
      place: WorkPlace,
      id: number,
      direction: Direction,
      ordinals: ReadonlyArray<number> | null
    ) => Effect.Effect<RunState | null, NotFound>
    readonly deleteEnded: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
    readonly forgetInverse: (id: number, ordinal: number) => Effect.Effect<void>
  }
>()("stowage/services/platform/work/WorkRecords") {}
