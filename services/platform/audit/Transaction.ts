import { Context, type Effect } from "effect"

/** Database transaction: all writes of the effect commit, or none when it fails. */
export class Transaction extends Context.Service<Transaction, {
  readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Joins the open transaction, which a failure then aborts, or opens one. */
  readonly join: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("stowage/services/platform/audit/Transaction") {}
