import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table storage_endpoints (
      id integer generated always as identity primary key,
      name text not null check (name = btrim(name) and name <> ''),
      provider text not null default 'cluster' check (provider in ('cluster', 'cloud', 'other')),
      url text not null unique check (url = btrim(url) and url <> '' and right(url, 1) <> '/'),
      region text not null default '',
      verify_tls boolean not null default true,
      is_default boolean not null default false,
      is_sandbox boolean not null default false,
      features_config jsonb not null check (jsonb_typeof(features_config) = 'object' and features_config ? 'features'),
      tags text[] not null default '{}',
      latitude double precision check (latitude between -90 and 90),
      longitude double precision check (longitude between -180 and 180),
      admin_access_key text,
      admin_secret text,
      detected jsonb check (detected is null or jsonb_typeof(detected) = 'object'),
      health jsonb check (health is null or jsonb_typeof(health) = 'object'),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((admin_access_key is null) = (admin_secret is null))
    )`
  yield* sql`create unique index storage_endpoints_name on storage_endpoints (lower(name))`
  yield* sql`create unique index storage_endpoints_default on storage_endpoints (is_default) where is_default`
  yield* sql`
    create table rgw_accounts (
      id integer generated always as identity primary key,
      name text not null,
      rgw_account_id text not null check (rgw_account_id <> ''),
      rgw_user_uid text not null check (rgw_user_uid <> ''),
      storage_endpoint_id integer not null references storage_endpoints (id),
      access_key text not null,
      secret text not null,
      created_at timestamptz not null,
      unique (storage_endpoint_id, rgw_account_id)
    )`
  yield* sql`
    create table rgw_users (
      id integer generated always as identity primary key,
      name text not null,
      rgw_user_uid text not null check (rgw_user_uid <> ''),
      storage_endpoint_id integer not null references storage_endpoints (id),
      access_key text not null,
      secret text not null,
      created_at timestamptz not null,
      unique (storage_endpoint_id, rgw_user_uid)
    )`
  yield* sql`
    create table user_associations (
      user_id integer not null references ui_users (id) on delete cascade,
      rgw_account_id integer references rgw_accounts (id) on delete cascade,
      rgw_user_id integer references rgw_users (id) on delete cascade,
      manager_role text check (manager_role in ('account_administrator')),
      portal_role text check (portal_role in ('portal_user', 'portal_manager')),
      allow_manager_browser_data_access boolean not null default false,
      check (num_nonnulls(rgw_account_id, rgw_user_id) = 1),
      check (manager_role is not null or portal_role is not null),
      check (not allow_manager_browser_data_access or manager_role = 'account_administrator'),
      unique (user_id, rgw_account_id),
      unique (user_id, rgw_user_id)
    )`
  yield* sql`create index user_associations_account on user_associations (rgw_account_id)`
  yield* sql`create index user_associations_rgw_user on user_associations (rgw_user_id)`
})
