import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table work_runs drop constraint work_runs_scope_check`
  yield* sql`alter table work_runs add constraint work_runs_scope_check check (scope in ('admin', 'manager', 'browser'))`
  yield* sql`alter table work_runs drop constraint work_runs_place`
  yield* sql`alter table work_runs add constraint work_runs_place check ((scope = 'admin') = (listing_key is null))`
})
