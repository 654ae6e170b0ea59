import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds tables. */
export const oldestBuild = 64

/** Exposure of the buckets of each storage endpoint as last checked, and what changed between checks. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `compared_at`: last check that covered all buckets; null: none yet, so that nothing is new
  yield* sql`
    create table exposure_checks (
      endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      attempted_at timestamptz not null,
      compared_at timestamptz,
      problem text
    )`
  yield* sql`
    create table bucket_exposures (
      id bigint generated always as identity primary key,
      endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      tenant text not null,
      name text not null,
      bucket_id text,
      owner text,
      verdict text not null,
      words text not null,
      since timestamptz not null,
      checked_at timestamptz not null,
      unique (endpoint_id, tenant, name)
    )`
  yield* sql`
    create table bucket_exposure_changes (
      id bigint generated always as identity primary key,
      endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      tenant text not null,
      name text not null,
      owner text,
      kind text not null,
      before text,
      after text,
      before_since timestamptz,
      words text not null,
      noted_at timestamptz not null
    )`
  yield* sql`create index bucket_exposure_changes_endpoint on bucket_exposure_changes (endpoint_id, id)`
  yield* sql`create index bucket_exposure_changes_noted on bucket_exposure_changes (noted_at)`
})
