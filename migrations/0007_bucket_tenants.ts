import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A listing of every owner of a cluster holds buckets of one name in several tenants. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table bucket_listing_rows drop constraint bucket_listing_rows_pkey, add primary key (key, name, tenant)`
})
