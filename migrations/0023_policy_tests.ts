import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table policy_tests (
      listing_key text not null,
      bucket text not null,
      tests jsonb not null,
      version integer not null,
      changed_at timestamptz not null,
      primary key (listing_key, bucket)
    )`
})
