import { Context, type Effect } from "effect"

/** Several changes and their audit rows as one: everything that the effect writes is kept, or nothing when it fails. */
export class Transaction extends Context.Service<Transaction, {
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("stowage/services/audit/Transaction") {}
