import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: its spaces are created at once. */
export const oldestBuild = 58

/** Storage spaces whose bucket is being created, since when; null: the bucket was created. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table portal_spaces add column creating_since timestamptz`
  yield* sql`
    create index portal_spaces_creating on portal_spaces (creating_since) where creating_since is not null`
})
