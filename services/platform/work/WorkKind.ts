import type { Effect, Exit, Schema, Stream } from "effect"
import type { WorkScope } from "#domain/platform/work/runState.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { AdaptiveLimiter } from "./AdaptiveLimiter.ts"
import type { Conflict, DomainError, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"

export type PlanFailure = InvalidInput | NotFound | Conflict | GatewayFailure

/** `key` identifies the item in its run; `target` decides whether the plan is stale. */
export interface PlannedItem<Target> {
  readonly key: string
  readonly label: string
  readonly detail: string
  readonly before: string
  readonly after: string
  readonly sort: string
  /** Items of a later phase wait until all earlier ones are finished. */
  readonly phase: number
  readonly target: Target
}

export interface KindPlan<Target> {
  readonly title: string
  readonly warnings: ReadonlyArray<string>
  readonly excluded: ReadonlyArray<{ readonly label: string; readonly reason: string }>
  /** Number of changes and of exclusions that the plan lists; default 20 and 100. */
  readonly listed?: number
  readonly items: Stream.Stream<PlannedItem<Target>, PlanFailure>
}

/** Possibly the second attempt: the process may have died at any step. */
export interface ItemWork<Params, Target, Notes> {
  readonly caller: Caller
  readonly runId: number
  readonly params: Params
  readonly target: Target
  readonly notes: Notes | null
  readonly isRepeated: boolean
  /** Stores a successor's data before a gateway call. `progress` is shown live and resets the attempt counter. */
  readonly note: (notes: Notes, progress?: WorkItemProgress) => Effect.Effect<void>
  /** A resumable item then returns `rested` after its current call. */
  readonly isPauseRequested: Effect.Effect<boolean>
}

export interface Performed<Inverse> {
  /** `skipped`: nothing to do. `incomplete`: done as far as possible. `rested`: paused. `why`: of the first two. */
  readonly outcome: "completed" | "skipped" | "incomplete" | "rested" | "awaiting"
  readonly why?: string
  readonly result: Readonly<Record<string, Schema.Json>>
  readonly inverse: Inverse | null
}

export type FirstAttempt<Params, Target> = Pick<ItemWork<Params, Target, unknown>, "caller" | "params" | "target">

export interface WorkBatch<Notes> {
  /** Stores the same notes with all items, before any gateway is changed. */
  readonly noteAll: (notes: Notes) => Effect.Effect<void>
  /** Limits the changes of gateways of the run. */
  readonly pacer: AdaptiveLimiter
}

/** Must be idempotent: a successor repeats the item of a dead process. Gateway changes go through `audited.gateway`. */
export interface WorkKind<Params, Target, Notes, Inverse> {
  /** Also the noun of its audit entries, e.g. `key_rotation`. */
  readonly name: string
  readonly scope: WorkScope
  /** For every scope except `admin`: users with access to its context or objects may see and stop the run. */
  readonly listing?: (params: Params) => string
  readonly params: Schema.ConstraintCodec<Params, unknown>
  readonly storedParams?: (params: Params) => Params
  readonly target: Schema.ConstraintCodec<Target, unknown>
  readonly notes: Schema.ConstraintCodec<Notes, unknown>
  readonly inverse: Schema.ConstraintCodec<Inverse, unknown>
  /** Exclusion key: one open run per key; null for no limit. */
  readonly exclusionKey: (params: Params) => string | null
  /** Maximum concurrent items; the actual number adapts to their duration. */
  readonly maxConcurrency: number
  readonly plan: (params: Params) => Effect.Effect<KindPlan<Target>, PlanFailure>
  readonly perform: (work: ItemWork<Params, Target, Notes>) => Effect.Effect<Performed<Inverse>, DomainError>
  /**
   * Performs items together that nobody has begun, with their journal in few statements. Exits are in the order of
   * `works`; a failed item is tried again by `perform`.
   */
  readonly performMany?: (
    works: ReadonlyArray<FirstAttempt<Params, Target>>,
    batch: WorkBatch<Notes>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<Performed<Inverse>, DomainError>>>
  /** Inverse of a failed or abandoned item, for kinds that record their effects elsewhere. */
  readonly unrecordedInverse?: (target: Target, params: Params) => Inverse | null
  readonly undo: (work: ItemWork<Params, Target, Notes>, inverse: Inverse) => Effect.Effect<void, DomainError>
}
