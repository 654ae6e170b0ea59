import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table copied_keys (
      run_id integer not null references work_runs (id) on delete cascade,
      portion text collate "C" not null,
      key text collate "C" not null,
      size bigint not null,
      etag text,
      modified_at text,
      replaced boolean not null,
      primary key (run_id, portion, key)
    )`
})
