import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Source of each moved object, and versions that deleting runs put under delete markers. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table copied_keys add column source_key text collate "C", add column source_etag text, add column source_modified_at text`
  yield* sql`
    create table hidden_keys (
      run_id integer not null references work_runs (id) on delete cascade,
      portion text collate "C" not null,
      key text collate "C" not null,
      size bigint not null,
      etag text,
      modified_at text,
      marker text,
      primary key (run_id, portion, key)
    )`
})
