import type { Effect, Schema, Stream } from "effect"
import type { WorkScope } from "#domain/work/runState.ts"
import type { Caller } from "#domain/access/Caller.ts"
import type { Conflict, DomainError, GatewayFailure, InvalidInput, NotFound } from "#domain/errors/Errors.ts"

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
  /** Writes down, before a gateway is asked, what a successor needs to go on. */
  readonly note: (notes: Notes) => Effect.Effect<void>
}

/** What came of an item. */
export interface Performed<Inverse> {
  /** `skipped`: there was nothing to do any more; `why` says so. */
  readonly outcome: "completed" | "skipped"
  readonly why?: string
  /** For people to read; no secrets. */
  readonly result: Readonly<Record<string, Schema.Json>>
  /** What undoing it needs to know; null: it cannot be undone. */
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
  readonly params: Schema.ConstraintCodec<Params, unknown>
  readonly target: Schema.ConstraintCodec<Target, unknown>
  readonly notes: Schema.ConstraintCodec<Notes, unknown>
  readonly inverse: Schema.ConstraintCodec<Inverse, unknown>
  /** Of runs that answer the same text only one is open at a time; null: any number. */
  readonly alone: (params: Params) => string | null
  /** Items at once, at most; how many really is learned from how long they take. */
  readonly atOnce: number
  readonly plan: (params: Params) => Effect.Effect<KindPlan<Target>, PlanFailure>
  readonly perform: (work: ItemWork<Params, Target, Notes>) => Effect.Effect<Performed<Inverse>, DomainError>
  readonly undo: (work: ItemWork<Params, Target, Notes>, inverse: Inverse) => Effect.Effect<void, DomainError>
}
