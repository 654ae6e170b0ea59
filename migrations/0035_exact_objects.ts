import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. An older build omits these objects from archives and links. */
export const oldestBuild = 34

/** Objects of archives and links by exact key, which may end in `/`. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table archive_orders add column objects jsonb not null default '[]'`
  yield* sql`alter table shares add column objects jsonb not null default '[]'`
})
