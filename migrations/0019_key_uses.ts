import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Last use of stored keys by this console; no gateway reports other uses. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table key_uses (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      access_key text not null check (access_key <> ''),
      last_used_at timestamptz not null,
      primary key (storage_endpoint_id, access_key)
    )`
})
