import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Creation time of the bucket that a policy test or change belongs to; null: unknown. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table policy_tests add column made_at timestamptz`
  yield* sql`alter table feature_changes add column made_at timestamptz`
  yield* sql`alter table feature_changes add column former boolean not null default false`
})
