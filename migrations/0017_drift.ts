import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // names may differ on purpose: only a later change on the gateway is reported
  for (const table of ["rgw_accounts", "rgw_users"]) {
    yield* sql`alter table ${sql(table)} add column gateway_name text`
    yield* sql`update ${sql(table)} set gateway_name = name`
    // an empty name means unknown
    yield* sql`alter table ${sql(table)} alter column gateway_name set default ''`
    yield* sql`alter table ${sql(table)} alter column gateway_name set not null`
  }
  yield* sql`
    create table drift_findings (
      id integer generated always as identity primary key,
      rgw_account_id integer references rgw_accounts (id) on delete cascade,
      rgw_user_id integer references rgw_users (id) on delete cascade,
      kind text not null check (kind in ('missing', 'root_missing', 'moved', 'suspended', 'key_missing', 'key_inactive', 'renamed')),
      here text not null,
      there text not null,
      found_at timestamptz not null,
      check (num_nonnulls(rgw_account_id, rgw_user_id) = 1),
      unique (rgw_account_id, kind),
      unique (rgw_user_id, kind)
    )`
  yield* sql`
    create table drift_checks (
      storage_endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      status text not null check (status in ('completed', 'partial', 'failed')),
      compared_count integer not null,
      differing_count integer not null,
      unread_count integer not null,
      problem jsonb check (problem is null or jsonb_typeof(problem) = 'object'),
      checked_at timestamptz not null
    )`
  yield* sql`
    create function announce_drift() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'DriftChanged')::text);
      return null;
    end $$`
  for (const table of ["drift_findings", "drift_checks"]) {
    yield* sql`create trigger ${sql(`${table}_changed`)} after insert or update or delete on ${sql(table)} for each statement execute function announce_drift()`
  }
})
