import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Networks of earlier sign-ins: others cannot lock these out. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table known_addresses (
      account text not null,
      network text not null check (network <> ''),
      last_used_at timestamptz not null,
      primary key (account, network)
    )`
  yield* sql`create index known_addresses_use on known_addresses (last_used_at)`
})
