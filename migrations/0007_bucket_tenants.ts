import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A listing of all owners may hold one bucket name in several tenants. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table bucket_listing_rows drop constraint bucket_listing_rows_pkey, add primary key (key, name, tenant)`
})
