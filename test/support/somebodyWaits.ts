import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Waits until a connection waits for a row lock. Not inside a transaction, where the view does not change. */
export const somebodyWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql<{ waiting: boolean }>`
    select count(*) > 0 as waiting from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.pipe(Effect.repeat({ until: ([row]) => row?.waiting === true }))
})
