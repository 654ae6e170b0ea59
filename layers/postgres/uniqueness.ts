import { Effect } from "effect"
import type { SqlError } from "effect/sql"

const isTaken = (error: unknown): boolean => {
  for (let cause: unknown = error, depth = 0; typeof cause === "object" && cause !== null && depth < 6; depth++) {
    if ("code" in cause && cause.code === "23505") return true
    if ("_tag" in cause && cause._tag === "UniqueViolation") return true
    cause = "cause" in cause ? cause.cause : "reason" in cause ? cause.reason : null
  }
  return false
}

export const nullWhenTaken = <A, R>(
  write: Effect.Effect<A, SqlError.SqlError, R>
): Effect.Effect<A | null, SqlError.SqlError, R> => Effect.catchIf(write, isTaken, () => Effect.succeed(null))
