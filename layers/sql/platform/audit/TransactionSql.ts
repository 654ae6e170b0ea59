import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError } from "effect/sql/SqlError"

export const layer = Layer.effect(
  Transaction,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const run = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      sql
        .withTransaction(work)
        .pipe(Effect.catch((error) => (isSqlError(error) ? Effect.die(error) : Effect.fail(error as E))))
    const join = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(Effect.serviceOption(sql.transactionService), (open) => (Option.isSome(open) ? work : run(work)))
    return Transaction.of({ run, join })
  })
)
