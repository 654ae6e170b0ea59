import { Context, type Duration, type Effect, type Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Direction, ItemCounts, RunState, WorkScope } from "#domain/platform/work/runState.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"

export interface LeasedRun {
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

export interface DueItem {
  readonly ordinal: number
  readonly target: unknown
  readonly notes: unknown
  readonly inverse: unknown
  readonly attempts: number
  readonly continued: boolean
  readonly ended: boolean
}

export interface CompletedItem {
  readonly ordinal: number
  readonly result: Readonly<Record<string, Schema.Json>>
  readonly inverse: unknown
}

export type ItemOutcome =
  | { readonly _tag: "Completed"; readonly result: Readonly<Record<string, Schema.Json>>; readonly inverse: unknown }
  | { readonly _tag: "Skipped"; readonly why: string; readonly result: Readonly<Record<string, Schema.Json>> }
  /** `result`: effects before the failure, if known; `inverse`: their undo. */
  | {
      readonly _tag: "Failed"
      readonly code: string
      readonly detail: string
      readonly result?: Readonly<Record<string, Schema.Json>>
      readonly inverse?: unknown
    }
  /** Continues from its notes when the run resumes; `inverse`: the undo, should it end here. */
  | { readonly _tag: "Rested"; readonly result: Readonly<Record<string, Schema.Json>>; readonly inverse: unknown }
  | { readonly _tag: "Awaiting"; readonly result: Readonly<Record<string, Schema.Json>>; readonly inverse: unknown }
  | { readonly _tag: "Again"; readonly code: string; readonly detail: string; readonly after: Duration.Duration }
  | { readonly _tag: "RolledBack" }
  | { readonly _tag: "NotUndone"; readonly code: string; readonly detail: string }

/** Leases use the database's clock; writes without a lease return null. */
export class WorkLeases extends Context.Service<
  WorkLeases,
  {
    readonly take: (
      kinds: ReadonlyArray<string>,
      runner: string,
      lease: Duration.Duration
    ) => Effect.Effect<LeasedRun | null>
    readonly renew: (id: number, runner: string, lease: Duration.Duration) => Effect.Effect<RunState | null>
    /** Items in progress first; `begunOnly` starts no new ones. `wait`: ms until the next retry, when none is due. */
    readonly next: (
      id: number,
      direction: Direction,
      begunOnly: boolean,
      limit: number
    ) => Effect.Effect<{ readonly items: ReadonlyArray<DueItem>; readonly wait: number | null }>
    readonly begin: (
      id: number,
      runner: string,
      direction: Direction,
      ordinal: number
    ) => Effect.Effect<RunState | null>
    /** With `progress` the attempt counter restarts. */
    readonly note: (
      id: number,
      runner: string,
      ordinal: number,
      notes: unknown,
      progress: WorkItemProgress | null
    ) => Effect.Effect<RunState | null>
    readonly settle: (
      id: number,
      runner: string,
      ordinal: number,
      outcome: ItemOutcome
    ) => Effect.Effect<RunState | null>
    /** Pauses or ends the run (`state` decides by the counts) and cancels new items; in the caller's transaction. */
    readonly release: (
      id: number,
      runner: string,
      state: (counts: ItemCounts, undoable: number) => RunState
    ) => Effect.Effect<{ readonly state: RunState; readonly counts: ItemCounts } | null>
  }
>()("stowage/services/platform/work/WorkLeases") {}

/** Writes first attempts of many items in one statement; null without the lease. */
export class WorkBatchLeases extends Context.Service<
  WorkBatchLeases,
  {
    readonly begin: (id: number, runner: string, ordinals: ReadonlyArray<number>) => Effect.Effect<RunState | null>
    readonly note: (
      id: number,
      runner: string,
      ordinals: ReadonlyArray<number>,
      notes: unknown
    ) => Effect.Effect<RunState | null>
    readonly complete: (
      id: number,
      runner: string,
      items: ReadonlyArray<CompletedItem>
    ) => Effect.Effect<RunState | null>
  }
>()("stowage/services/platform/work/WorkBatchLeases") {}
