import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds a column that has a default. */
export const oldestBuild = 66

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table bucket_views add column version integer not null default 1`
  yield* sql`
    create trigger bucket_views_version before update of name, query, private_to on bucket_views for each row
      when (old.version = new.version and (old.name, old.query, old.private_to)
        is distinct from (new.name, new.query, new.private_to))
      execute function raise_version()`
})
