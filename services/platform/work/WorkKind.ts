import type { Effect, Schema, Stream } from "effect"
import type { WorkScope } from "#domain/platform/work/runState.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Conflict, DomainError, GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"

/** Why there is no plan. */
export type PlanFailure = InvalidInput | NotFound | Conflict | GatewayFailure

/** One thing to do. `key` names it in its run; what `target` says decides whether a plan still holds. */
export interface PlannedItem<Target> {
  readonly key: string
  /** What people call it. */
  readonly label: string
  /** Where it is, e.g. the name of its endpoint. */
  readonly detail: string
  /** How it is and how it will be, in words. */
  readonly before: string
  readonly after: string
  /** Which sort it is, for the plan's counts. */
  readonly sort: string
  /** Items of a later phase wait until all of the earlier ones are settled. */
  readonly phase: number
  readonly target: Target
}

/** What there is to do with these parameters, as of now. */
export interface KindPlan<Target> {
  readonly title: string
  readonly warnings: ReadonlyArray<string>
  readonly leftOut: ReadonlyArray<{ readonly label: string; readonly reason: string }>
  /** In an order that does not change by itself. */
  readonly items: Stream.Stream<PlannedItem<Target>, PlanFailure>
}

/** An item that is being done, perhaps for the second time: the process that did it may have died at any step. */
export interface ItemWork<Params, Target, Notes> {
  readonly caller: Caller
  readonly runId: number
  readonly params: Params
  readonly target: Target
  /** What was noted when it was done before; null: it is done for the first time, or had nothing to note. */
  readonly notes: Notes | null
  /**
   * Writes down, before a gateway is asked, what a successor needs to go on; `progress`, told live, as well: an item that comes
   * forward is not given up, however often its process dies.
   */
  readonly note: (notes: Notes, progress?: WorkItemProgress) => Effect.Effect<void>
  /** Somebody wants it paused or ended: an item that can go on later answers `rested` as soon as what it has asked for is done. */
  readonly restWanted: Effect.Effect<boolean>
}

/** What came of an item. */
export interface Performed<Inverse> {
  /**
   * `skipped`: there was nothing to do any more. `incomplete`: it was done as far as that is possible, and something is left.
   * `rested`: because `restWanted`; it goes on from its notes. `why` says so of the first two.
   */
  readonly outcome: "completed" | "skipped" | "incomplete" | "rested"
  readonly why?: string
  /** For people to read; no secrets. */
  readonly result: Readonly<Record<string, Schema.Json>>
  /** What undoing it, as far as it was done, needs to know; null: it cannot be undone. */
  readonly inverse: Inverse | null
}

/**
 * A kind of long work: how its items are found, done and undone, and nothing else. Doing must be idempotent: an item whose
 * process died is done again. Its changes of gateways are `audited.gateway` as any other.
 */
export interface WorkKind<Params, Target, Notes, Inverse> {
  /** Also the noun of its audit entries, e.g. `key_rotation`. */
  readonly name: string
  /** The workspace whose people see it and to which its entries are counted. */
  readonly scope: WorkScope
  /** Of all but `admin`: the listing that a run is about. Whoever may act as a context of it, or see its objects, sees the run and may stop it. */
  readonly listing?: (params: Params) => string
  readonly params: Schema.ConstraintCodec<Params, unknown>
  /** What is kept of them, where they hold what only the plan needs. */
  readonly kept?: (params: Params) => Params
  readonly target: Schema.ConstraintCodec<Target, unknown>
  readonly notes: Schema.ConstraintCodec<Notes, unknown>
  readonly inverse: Schema.ConstraintCodec<Inverse, unknown>
  /** Of runs that answer the same text only one is open at a time; null: any number. */
  readonly alone: (params: Params) => string | null
  /** Items at once, at most; how many really is learned from how long they take. */
  readonly atOnce: number
  readonly plan: (params: Params) => Effect.Effect<KindPlan<Target>, PlanFailure>
  readonly perform: (work: ItemWork<Params, Target, Notes>) => Effect.Effect<Performed<Inverse>, DomainError>
  /** Of a kind that writes down elsewhere what it does: what undoes what an item did that failed, or was given up; null: nothing does. */
  readonly leftBehind?: (target: Target, params: Params) => Inverse | null
  readonly undo: (work: ItemWork<Params, Target, Notes>, inverse: Inverse) => Effect.Effect<void, DomainError>
}
