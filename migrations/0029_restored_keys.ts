import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table restored_keys (
      run_id integer not null references work_runs (id) on delete cascade,
      key text collate "C" not null,
      act text not null check (act in ('restore', 'undelete', 'hide')),
      was text not null,
      source text,
      made text,
      primary key (run_id, key)
    )`
})
