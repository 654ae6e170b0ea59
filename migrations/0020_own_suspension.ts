import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** RGW users suspended from here, which is no drift. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // accounts cannot be suspended; the column allows one statement for both
  for (const table of ["rgw_accounts", "rgw_users"]) {
    yield* sql`alter table ${sql(table)} add column suspended boolean not null default false`
  }
  yield* sql`alter table drift_findings drop constraint drift_findings_kind_check`
  yield* sql`
    alter table drift_findings add constraint drift_findings_kind_check
      check (kind in ('missing', 'root_missing', 'moved', 'suspended', 'enabled', 'key_missing', 'key_inactive', 'renamed'))`
})
