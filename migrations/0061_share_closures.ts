import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: it tells nobody that a link closed. */
export const oldestBuild = 58

/** Time when the maker of a link was told that it closed because they lost the right to its data; null: not so. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table shares add column closed_at timestamptz`
})
