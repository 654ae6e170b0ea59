import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Shards of a bucket's index and its unfinished uploads, as the gateway's statistics report them; null: unknown. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table bucket_listing_rows
      add column index_shards bigint,
      add column unfinished_uploads bigint`
})
