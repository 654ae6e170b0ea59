import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Of which bucket of a name policy tests and changes are. Null: of one whose moment nobody told. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table policy_tests add column made_at timestamptz`
  yield* sql`alter table feature_changes add column made_at timestamptz`
  yield* sql`alter table feature_changes add column former boolean not null default false`
})
