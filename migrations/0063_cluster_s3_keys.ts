import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: it changes features with keys of owners. */
export const oldestBuild = 62

/** S3 keys of whole clusters, and keys that were made for owners without one and must be removed again. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table endpoint_s3_keys (
      storage_endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      access_key text not null,
      secret text not null,
      findings jsonb not null,
      updated_at timestamptz not null
    )`
  yield* sql`
    create table temporary_owner_keys (
      access_key text primary key,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      uid text not null,
      created_at timestamptz not null
    )`
  yield* sql`create index temporary_owner_keys_endpoint on temporary_owner_keys (storage_endpoint_id)`
})
