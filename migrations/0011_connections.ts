import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql`${sql.literal(statement)}`

  // without an owner it is shared; it has either a registered endpoint or its own address
  yield* sql`
    create table s3_connections (
      id integer generated always as identity primary key,
      name text not null check (name = btrim(name) and name <> ''),
      owner_user_id integer references ui_users on delete cascade,
      storage_endpoint_id integer references storage_endpoints (id),
      custom_endpoint jsonb check (
        jsonb_typeof(custom_endpoint) = 'object'
        and custom_endpoint ?& array['provider', 'url', 'region', 'verify_tls', 'force_path_style']
        and custom_endpoint - array['provider', 'url', 'region', 'verify_tls', 'force_path_style'] = '{}'::jsonb
        and custom_endpoint ->> 'provider' in ('cluster', 'cloud', 'other')
        and jsonb_typeof(custom_endpoint -> 'verify_tls') = 'boolean'
        and jsonb_typeof(custom_endpoint -> 'force_path_style') = 'boolean'
      ),
      access_key text not null check (access_key <> ''),
      secret text not null check (secret <> ''),
      seal uuid not null unique,
      has_session_token boolean not null default false,
      expires_at timestamptz,
      capabilities jsonb not null default '{"can_manage_iam": false}' check (
        jsonb_typeof(capabilities) = 'object' and jsonb_typeof(capabilities -> 'can_manage_iam') = 'boolean'
        and capabilities - 'can_manage_iam' = '{}'::jsonb
      ),
      server_managed boolean not null default false,
      owner_type text check (owner_type in ('iam_user', 'account_user', 's3_user')),
      owner_identifier text,
      probe jsonb check (jsonb_typeof(probe) = 'object'),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (num_nonnulls(storage_endpoint_id, custom_endpoint) = 1)
    )`
  yield* sql`create unique index s3_connections_name on s3_connections (coalesce(owner_user_id, 0), lower(name))`
  yield* sql`create index s3_connections_endpoint on s3_connections (storage_endpoint_id)`

  // one row per label and owner: colour and scope are equal on all of the owner's connections
  yield* sql`
    create table connection_tags (
      id integer generated always as identity primary key,
      owner_user_id integer references ui_users on delete cascade,
      label text not null check (label = btrim(label) and label <> ''),
      color text not null,
      scope text not null check (scope in ('standard', 'administrative'))
    )`
  yield* sql`create unique index connection_tags_label on connection_tags (coalesce(owner_user_id, 0), lower(label))`
  yield* sql`
    create table s3_connection_tags (
      connection_id integer not null references s3_connections on delete cascade,
      tag_id integer not null references connection_tags on delete cascade,
      primary key (connection_id, tag_id)
    )`
  yield* sql`create index s3_connection_tags_tag on s3_connection_tags (tag_id)`

  // shared connections are for Manager only: associations have the manager role and nothing else
  for (const [table, who] of [
    ["user_associations", "user_id"],
    ["group_associations", "group_id"]
  ] as const) {
    yield* run(`alter table ${table} add column s3_connection_id integer references s3_connections on delete cascade`)
    yield* run(`alter table ${table} drop constraint ${table}_check`)
    yield* run(`
      alter table ${table}
        add constraint ${table}_one check (num_nonnulls(rgw_account_id, rgw_user_id, s3_connection_id) = 1),
        add constraint ${table}_connection check (
          s3_connection_id is null or (manager_role is not null and portal_role is null and not allow_manager_browser_data_access)),
        add unique (${who}, s3_connection_id)`)
    yield* run(`create index ${table}_s3_connection on ${table} (s3_connection_id)`)
  }
  yield* sql`
    create or replace view effective_associations as
    select user_id, null::integer as group_id, rgw_account_id, rgw_user_id, manager_role, portal_role, allow_manager_browser_data_access, s3_connection_id
    from user_associations
    union all
    select m.user_id, g.group_id, g.rgw_account_id, g.rgw_user_id, g.manager_role, g.portal_role, g.allow_manager_browser_data_access, g.s3_connection_id
    from ui_group_members m join group_associations g on g.group_id = m.group_id`

  // the owner of a private connection is notified by the row, users of a shared one by their associations
  yield* sql`
    create function announce_connection() returns trigger language plpgsql as $$
    begin
      if old.owner_user_id is not null then
        perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', old.owner_user_id::text)::text);
      end if;
      return null;
    end $$`
  yield* sql`
    create trigger s3_connections_changed after delete or update of storage_endpoint_id, custom_endpoint, secret, expires_at on s3_connections
      for each row execute function announce_connection()`
})
