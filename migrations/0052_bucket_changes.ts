import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: it only knows no runs of the new scopes. */
export const oldestBuild = 51

/** Bulk changes of buckets: runs of the bucket workbenches, and their origin in the history of buckets. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table work_runs drop constraint work_runs_scope_check`
  yield* sql`
    alter table work_runs add constraint work_runs_scope_check
      check (scope in ('admin', 'manager', 'browser', 'cluster-admin', 'storage-ops'))`
  yield* sql`alter table feature_changes drop constraint feature_changes_origin_check`
  yield* sql`
    alter table feature_changes add constraint feature_changes_origin_check
      check (origin in ('edit', 'undo', 'copy', 'create', 'bulk'))`
})
