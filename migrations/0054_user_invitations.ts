import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds: the build before knows no invitations. */
export const oldestBuild = 53

/** One invitation per user at most: a new one replaces the old. Accepting or revoking it deletes the row. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table user_invitations (
      user_id integer primary key references ui_users on delete cascade,
      digest text not null unique,
      auth_version integer not null,
      created_at timestamptz not null,
      expires_at timestamptz not null check (expires_at > created_at)
    )`
})
