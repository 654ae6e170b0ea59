import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. */
export const oldestBuild = 38

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table comparison_differences (
      run_id integer not null references work_runs (id) on delete cascade,
      key text collate "C" not null,
      kind text not null check (kind in ('missing', 'extra', 'different', 'unknown')),
      source jsonb,
      target jsonb,
      primary key (run_id, key)
    )`
})
