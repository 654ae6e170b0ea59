import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds a table. */
export const oldestBuild = 54

/** Whether account roots can copy what they may not read, as last checked on each storage endpoint. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table copy_checks (
      endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      result jsonb not null
    )`
})
