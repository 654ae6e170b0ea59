import { Context, type DateTime, type Effect } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { CursorPage, CursorQuery } from "#domain/platform/Cursor.ts"
import type { ItemState, RunState, Wish, WorkPlace } from "#domain/platform/work/runState.ts"
import type { WorkItem, WorkPosition, WorkProgress, WorkRun } from "#domain/platform/work/WorkRun.ts"

export interface WorkRunQuery extends CursorQuery<WorkPosition> {
  readonly kind?: string
  readonly state?: ReadonlyArray<RunState>
}

export interface WorkItemQuery extends CursorQuery<WorkPosition> {
  readonly state?: ReadonlyArray<ItemState>
}

/** Runs and their items as rows, to be read and to be asked something of. What is still being planned is not there. */
export class WorkRecords extends Context.Service<WorkRecords, {
  /** Newest first. */
  readonly page: (place: WorkPlace, query: WorkRunQuery) => Effect.Effect<CursorPage<WorkRun>>
  readonly find: (place: WorkPlace, id: number) => Effect.Effect<WorkRun, NotFound>
  /** In the order in which they are done. */
  readonly items: (id: number, query: WorkItemQuery) => Effect.Effect<CursorPage<WorkItem>>
  /** What changed after a version; null: the run alone. */
  readonly since: (place: WorkPlace, id: number, version: number | null) => Effect.Effect<WorkProgress & { readonly version: number }, NotFound>
  /**
   * Grants a wish, as `afterWish` decides: the state that it was in, or null where it cannot be granted now. `undo` begins again
   * what failed to be undone.
   */
  readonly ask: (place: WorkPlace, id: number, wish: Wish) => Effect.Effect<RunState | null, NotFound>
  /** Deletes at most `limit` runs that ended before a moment, with their items; answers how many. */
  readonly deleteEnded: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  /** What was done to an item can be undone no more. */
  readonly forgetInverse: (id: number, ordinal: number) => Effect.Effect<void>
}>()("stowage/services/platform/work/WorkRecords") {}
