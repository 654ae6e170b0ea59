import { Effect, Result, Schema } from "effect"

/** A statement gave a row that its schema does not know: our SQL, our migrations and the code disagree, which no caller can mend. */
export class RowMismatch extends Schema.TaggedError<RowMismatch>()("RowMismatch", { table: Schema.String, issue: Schema.String }) {
  override get message() {
    return `a row of ${this.table} is not what it should be: ${this.issue}`
  }
}

/**
 * Reads the rows of statements on a table. Keep the schema beside the statement and plain: driver types (`Schema.Date`, not
 * DateTime) are checked at a few microseconds a row, transformations cost several times that. A row that does not match is a
 * defect that names the table and the column, never a value.
 */
export const rowsOf = <A, I>(table: string, row: Schema.ConstraintCodec<A, I>) => {
  const decode = Schema.decodeUnknownResult(Schema.Array(row))
  const read = (rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<A>> => {
    const result = decode(rows)
    return Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.die(new RowMismatch({ table, issue: result.failure.message }))
  }
  const all = <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<A>, E, R> =>
    Effect.flatMap(statement, read)
  return {
    all,
    /** The first row; null when there is none. */
    first: <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<A | null, E, R> =>
      Effect.map(all(statement), ([first]) => first ?? null),
    /** The one row of a statement that always gives one, such as an aggregate. */
    one: <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<A, E, R> =>
      Effect.flatMap(all(statement), ([first]) =>
        first === undefined ? Effect.die(new RowMismatch({ table, issue: "none came" })) : Effect.succeed(first))
  }
}
