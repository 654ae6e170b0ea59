import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { FirstCounts } from "#services/accounts/FirstCounts.ts"
import { requestListingRefresh } from "./requestListingRefresh.ts"

export const layer = Layer.effect(
  FirstCounts,
  Effect.map(SqlClient.SqlClient, (sql) => FirstCounts.of({ ask: requestListingRefresh(sql) }))
)
