import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this, with slower filters by result. */
export const oldestBuild = 58

/** Indexes for filters by identity within a space, and by result: without, few or no hits were read for seconds. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // as in layers/sql/usage/accesslogs/logConditions.ts
  const failure = sql.literal("(case when status in (401, 403) then 1 when status = 404 then 2 else 3 end)")
  // the last columns are only filtered by: rows that do not match are never fetched
  yield* sql`drop index access_logs_identity`
  yield* sql`create index access_logs_identity on access_logs (identity_id, at desc, id desc, action)`
  yield* sql`
    create index access_logs_source_identity on access_logs (source_id, identity_id, at desc, id desc, action)`
  yield* sql`drop index access_logs_failed`
  yield* sql`
    create index access_logs_failed on access_logs (rgw_account_id, ${failure}, at desc, id desc, identity_id, action)
    where status >= 400`
  yield* sql`
    create index access_logs_source_failed on access_logs (source_id, ${failure}, at desc, id desc, identity_id, action)
    where status >= 400`
  // without, the planner knows nothing of the expression until the next automatic one
  yield* sql`analyze access_logs`
})
