import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Long work of a context, items that count, and buckets that wait for the day of their deletion. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table work_runs drop constraint work_runs_scope_check`
  yield* sql`alter table work_runs add constraint work_runs_scope_check check (scope in ('admin', 'manager'))`
  yield* sql`alter table work_runs add column listing_key text`
  yield* sql`alter table work_runs add constraint work_runs_place check ((scope = 'manager') = (listing_key is not null))`
  yield* sql`create index work_runs_listing on work_runs (listing_key, id) where listing_key is not null`
  yield* sql`alter table work_items add column progress jsonb check (progress is null or jsonb_typeof(progress) = 'object')`
  yield* sql`create index work_items_progress on work_items (run_id) where progress is not null`
})
