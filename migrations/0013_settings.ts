import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table application_settings add column version integer not null default 1`
  yield* sql`
    create function application_settings_changed() returns trigger language plpgsql as $$
    begin
      if new.settings is distinct from old.settings then
        new.version := old.version + 1;
        perform pg_notify('stowage_live', json_build_object('_tag', 'SettingsChanged')::text);
      end if;
      return new;
    end $$`
  yield* sql`
    create trigger application_settings_changed before update on application_settings for each row
      execute function application_settings_changed()`

  // storage of an account or RGW user by day, from the last count of the day; outlives the registration
  yield* sql`
    create table storage_daily (
      day date not null,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      kind text not null check (kind in ('account', 's3_user')),
      owner text not null,
      name text not null,
      bucket_count integer not null,
      object_count bigint,
      used_bytes bigint,
      measured_at timestamptz not null,
      primary key (day, storage_endpoint_id, kind, owner)
    )`
  // traffic by day, endpoint and owner, from the gateway's usage log
  yield* sql`
    create table traffic_daily (
      day date not null,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      owner text not null,
      operations bigint not null,
      successful_operations bigint not null,
      bytes_sent bigint not null,
      bytes_received bigint not null,
      collected_at timestamptz not null,
      primary key (day, storage_endpoint_id, owner)
    )`
  // last read of an endpoint's usage log
  yield* sql`
    create table traffic_collections (
      storage_endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      collected_at timestamptz not null,
      error text
    )`
})
