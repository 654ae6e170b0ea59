import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** True when the database refuses a statement, which is rolled back then. */
export const refusedBy = (statement: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(Effect.exit(sql.withTransaction(statement)), ({ _tag }) => _tag === "Failure")
  )
