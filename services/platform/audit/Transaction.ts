import { Context, type Effect } from "effect"

export class Transaction extends Context.Service<
  Transaction,
  {
    readonly run: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    readonly join: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("stowage/services/platform/audit/Transaction") {}
