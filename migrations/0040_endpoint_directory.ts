import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. */
export const oldestBuild = 39

/** Accounts and users of endpoints, and frozen accounts. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table directory_listings (
      endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      kind text not null check (kind in ('account', 'user')),
      read_at timestamptz not null,
      primary key (endpoint_id, kind)
    )`
  // columns of the details are for sorting and filtering; null: unknown or unlimited
  yield* sql`
    create table directory_rows (
      row_id bigint generated always as identity unique,
      endpoint_id integer not null,
      kind text not null,
      id text not null,
      id_ci text generated always as (lower(id)) stored,
      tenant text not null default '',
      name text,
      email text,
      account_id text,
      state text,
      max_buckets bigint,
      quota_max_size_bytes bigint,
      quota_max_objects bigint,
      used_bytes bigint,
      counted_bytes bigint,
      object_count bigint,
      details jsonb check (jsonb_typeof(details) = 'object'),
      details_read_at timestamptz,
      problem text,
      primary key (endpoint_id, kind, id),
      foreign key (endpoint_id, kind) references directory_listings (endpoint_id, kind) on delete cascade
    )`
  yield* sql`create index directory_rows_id on directory_rows (endpoint_id, kind, id_ci)`
  yield* sql`create index directory_rows_account on directory_rows (endpoint_id, account_id) where kind = 'user'`
  // what an undo writes back
  yield* sql`
    create table account_freezes (
      endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      account_id text not null,
      former jsonb not null check (jsonb_typeof(former) = 'object'),
      frozen_at timestamptz not null,
      frozen_by text not null,
      primary key (endpoint_id, account_id)
    )`
})
