import { Effect, Result, Schema } from "effect"

export class RowMismatch extends Schema.TaggedError<RowMismatch>()("RowMismatch", {
  table: Schema.String,
  issue: Schema.String
}) {
  override get message() {
    return `a row of ${this.table} is not what it should be: ${this.issue}`
  }
}

/** Use driver types (`Schema.Date`): transformations cost several times more. Defects name no values. */
export const makeRowReader = <A, I>(table: string, row: Schema.ConstraintCodec<A, I>) => {
  const decode = Schema.decodeUnknownResult(Schema.Array(row))
  const read = (rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<A>> => {
    const result = decode(rows)
    return Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.die(new RowMismatch({ table, issue: result.failure.message }))
  }
  const all = <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, read)
  return {
    all,
    first: <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<A | null, E, R> =>
      Effect.map(all(statement), ([first]) => first ?? null),
    one: <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(all(statement), ([first]) =>
        first === undefined ? Effect.die(new RowMismatch({ table, issue: "none came" })) : Effect.succeed(first)
      )
  }
}
