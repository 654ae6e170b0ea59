import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const refusedBy = (statement: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(Effect.exit(sql.withTransaction(statement)), ({ _tag }) => _tag === "Failure")
  )
