import { Context, type Duration, type Effect, type Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Direction, ItemCounts, RunState, WorkScope } from "#domain/platform/work/runState.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"

/** A run that a runner holds. */
export interface TakenRun {
  readonly id: number
  readonly kind: string
  readonly title: string
  readonly scope: WorkScope
  readonly params: unknown
  readonly direction: Direction
  readonly caller: Caller
  readonly requestId: string | null
  readonly address: string
}

/** An item that is next. */
export interface DueItem {
  readonly ordinal: number
  readonly target: unknown
  readonly notes: unknown
  readonly inverse: unknown
  /** How often it was tried before, in this direction. */
  readonly attempts: number
  /** The try before this one came to an end; false also where there was none. */
  readonly ended: boolean
}

/** What became of an item. */
export type ItemOutcome =
  | { readonly _tag: "Completed"; readonly result: Readonly<Record<string, Schema.Json>>; readonly inverse: unknown }
  | { readonly _tag: "Skipped"; readonly why: string; readonly result: Readonly<Record<string, Schema.Json>> }
  /** `result`: what was done before it failed, where that is known; `inverse`: what undoes that. */
  | { readonly _tag: "Failed"; readonly code: string; readonly detail: string; readonly result?: Readonly<Record<string, Schema.Json>>; readonly inverse?: unknown }
  /** It goes on from its notes when the run does; `inverse`: what undoes what was done, should it end here. */
  | { readonly _tag: "Rested"; readonly result: Readonly<Record<string, Schema.Json>>; readonly inverse: unknown }
  /** To be tried once more after a while. */
  | { readonly _tag: "Again"; readonly code: string; readonly detail: string; readonly after: Duration.Duration }
  | { readonly _tag: "RolledBack" }
  /** It stays done. */
  | { readonly _tag: "NotUndone"; readonly code: string; readonly detail: string }

/**
 * Runs and items as whoever does them sees them. A runner holds its run by a lease, which goes by the database's clock; whatever it
 * writes without one is refused (null), so that of two runners only one is heard.
 */
export class WorkLeases extends Context.Service<WorkLeases, {
  /** Takes a run of these kinds that wants a runner and has none, or whose runner died; removes drafts that nobody writes any more. */
  readonly take: (kinds: ReadonlyArray<string>, runner: string, lease: Duration.Duration) => Effect.Effect<TakenRun | null>
  /** Prolongs the lease and answers the state that the run is in. */
  readonly keep: (id: number, runner: string, lease: Duration.Duration) => Effect.Effect<RunState | null>
  /**
   * The next items: those that were begun already first. `begunOnly`: nothing new is begun any more. `wait`: milliseconds until one
   * of them may be tried again, where none is due now.
   */
  readonly next: (id: number, direction: Direction, begunOnly: boolean, limit: number) =>
    Effect.Effect<{ readonly items: ReadonlyArray<DueItem>; readonly wait: number | null }>
  readonly begin: (id: number, runner: string, direction: Direction, ordinal: number) => Effect.Effect<RunState | null>
  /** With `progress` the item's tries are counted anew. */
  readonly note: (id: number, runner: string, ordinal: number, notes: unknown, progress: WorkItemProgress | null) => Effect.Effect<RunState | null>
  readonly settle: (id: number, runner: string, ordinal: number, outcome: ItemOutcome) => Effect.Effect<RunState | null>
  /** Lets go of it, resting (`paused`) or ended; `state` decides by the counts. What was never begun is canceled then. In the caller's transaction. */
  readonly release: (id: number, runner: string, state: (counts: ItemCounts, undoable: number) => RunState) =>
    Effect.Effect<{ readonly state: RunState; readonly counts: ItemCounts } | null>
}>()("stowage/services/platform/work/WorkLeases") {}
