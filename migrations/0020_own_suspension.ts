import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whether an RGW user was suspended from here, and not by somebody else: what is meant is no difference. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // accounts cannot be suspended; they have the column so that both are compared by one statement
  for (const table of ["rgw_accounts", "rgw_users"]) {
    yield* sql`alter table ${sql(table)} add column suspended boolean not null default false`
  }
  yield* sql`alter table drift_findings drop constraint drift_findings_kind_check`
  yield* sql`
    alter table drift_findings add constraint drift_findings_kind_check
      check (kind in ('missing', 'root_missing', 'moved', 'suspended', 'enabled', 'key_missing', 'key_inactive', 'renamed'))`
})
