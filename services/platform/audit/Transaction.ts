import { Context, type Effect } from "effect"

/** Several changes and their audit rows as one: everything that the effect writes is kept, or nothing when it fails. */
export class Transaction extends Context.Service<Transaction, {
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** In the transaction that is open, which a failure then ends as well, or in one of its own. */
  readonly join: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("stowage/services/platform/audit/Transaction") {}
