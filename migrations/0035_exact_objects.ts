import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** It only adds. A build before this one leaves the objects out of archives and links. */
export const oldestBuild = 34

/** Objects that archives and links name by their exact key, also where that ends in `/` as a folder does. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table archive_orders add column objects jsonb not null default '[]'`
  yield* sql`alter table shares add column objects jsonb not null default '[]'`
})
