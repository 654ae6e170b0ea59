import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When this console last used a key of a registered endpoint that is stored here; no gateway tells when others did. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table key_uses (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      access_key text not null check (access_key <> ''),
      last_used_at timestamptz not null,
      primary key (storage_endpoint_id, access_key)
    )`
})
