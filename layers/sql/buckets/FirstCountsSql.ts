import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FirstCounts } from "#services/accounts/FirstCounts.ts"
import { askRefresh } from "./askRefresh.ts"

export const layer = Layer.effect(
  FirstCounts,
  Effect.map(SqlClient.SqlClient, (sql) => FirstCounts.of({ ask: askRefresh(sql) }))
)
