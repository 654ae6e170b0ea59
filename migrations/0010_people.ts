import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Edited columns per table: a change of them makes pending edits outdated. */
const edited = {
  ui_users: ["email", "full_name", "role", "is_active", "privileges", "manager_tools"],
  ui_groups: ["name", "description", "privileges", "manager_tools"],
  rgw_accounts: ["name"],
  rgw_users: ["name"],
  storage_endpoints: [
    "name",
    "provider",
    "url",
    "region",
    "verify_tls",
    "is_default",
    "features_config",
    "tags",
    "latitude",
    "longitude",
    "admin_access_key"
  ]
}

/** Link tables that are edited with the rows they reference. */
const links = {
  user_associations: { ui_users: "user_id", rgw_accounts: "rgw_account_id", rgw_users: "rgw_user_id" },
  group_associations: { ui_groups: "group_id", rgw_accounts: "rgw_account_id", rgw_users: "rgw_user_id" },
  ui_group_members: { ui_groups: "group_id", ui_users: "user_id" }
}

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const run = (statement: string) => sql`${sql.literal(statement)}`

  yield* sql`alter table ui_users add column privileges text[] not null default '{}' check (privileges <@ array['cluster_admin', 'storage_ops'])`
  yield* sql`
    alter table ui_users add column manager_tools text[] not null
      default array['bucket_compare', 'bucket_migration', 'feature_rules', 'usage_stats', 'private_access']
      check (manager_tools <@ array['bucket_compare', 'bucket_migration', 'feature_rules', 'usage_stats', 'private_access'])`
  // a group only adds rights
  yield* sql`
    create table ui_groups (
      id integer generated always as identity primary key,
      name text not null check (name = btrim(name) and name <> ''),
      description text not null default '',
      privileges text[] not null default '{}' check (privileges <@ array['cluster_admin', 'storage_ops']),
      manager_tools text[] not null default '{}'
        check (manager_tools <@ array['bucket_compare', 'bucket_migration', 'feature_rules', 'usage_stats', 'private_access']),
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`
  yield* sql`create unique index ui_groups_name on ui_groups (lower(name))`
  yield* sql`
    create table ui_group_members (
      group_id integer not null references ui_groups (id) on delete cascade,
      user_id integer not null references ui_users (id) on delete cascade,
      primary key (group_id, user_id)
    )`
  yield* sql`create index ui_group_members_user on ui_group_members (user_id)`
  yield* sql`
    create table group_associations (
      group_id integer not null references ui_groups (id) on delete cascade,
      rgw_account_id integer references rgw_accounts (id) on delete cascade,
      rgw_user_id integer references rgw_users (id) on delete cascade,
      manager_role text check (manager_role in ('account_administrator')),
      portal_role text check (portal_role in ('portal_user', 'portal_manager')),
      allow_manager_browser_data_access boolean not null default false,
      check (num_nonnulls(rgw_account_id, rgw_user_id) = 1),
      check (manager_role is not null or portal_role is not null),
      constraint group_associations_data check (not allow_manager_browser_data_access or manager_role is not null),
      unique (group_id, rgw_account_id),
      unique (group_id, rgw_user_id)
    )`
  yield* sql`create index group_associations_account on group_associations (rgw_account_id)`
  yield* sql`create index group_associations_rgw_user on group_associations (rgw_user_id)`

  // the check of 0002 compares with a role that may be null, which passes
  yield* sql`alter table user_associations add constraint user_associations_data check (not allow_manager_browser_data_access or manager_role is not null)`

  // rights of a user: their own and those of their groups
  yield* sql`
    create view effective_associations as
    select user_id, null::integer as group_id, rgw_account_id, rgw_user_id, manager_role, portal_role, allow_manager_browser_data_access
    from user_associations
    union all
    select m.user_id, g.group_id, g.rgw_account_id, g.rgw_user_id, g.manager_role, g.portal_role, g.allow_manager_browser_data_access
    from ui_group_members m join group_associations g on g.group_id = m.group_id`

  // changes of associations are serialised: each writes rows on both sides of a link, so two could deadlock
  yield* sql`
    create function association_turn() returns void language sql as $$ select pg_advisory_xact_lock(7170010) $$`
  yield* sql`
    create function take_association_turn() returns trigger language plpgsql as $$
    begin
      perform association_turn();
      return null;
    end $$`

  yield* sql`
    create function raise_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`
  for (const [table, columns] of Object.entries(edited)) {
    const all = (row: string) => columns.map((column) => `${row}.${column}`).join(", ")
    yield* run(`alter table ${table} add column version integer not null default 1`)
    yield* run(`
      create trigger ${table}_version before update of ${columns.join(", ")} on ${table} for each row
        when (old.version = new.version and (${all("old")}) is distinct from (${all("new")})) execute function raise_version()`)
  }

  // arguments: the table whose version is raised, and the column that references it
  yield* sql`
    create function raise_linked_versions() returns trigger language plpgsql as $$
    begin
      execute format('update %I set version = version + 1 where id in (select %I from changed)', tg_argv[0], tg_argv[1]);
      return null;
    end $$`
  for (const [table, leads] of Object.entries(links)) {
    yield* run(
      `create trigger ${table}_turn before insert or update or delete on ${table} for each statement execute function take_association_turn()`
    )
    for (const [target, column] of Object.entries(leads)) {
      for (const [event, rows] of [
        ["insert", "new"],
        ["update", "new"],
        ["delete", "old"]
      ]) {
        yield* run(`
          create trigger ${table}_${target}_${event} after ${event} on ${table} referencing ${rows} table as changed
            for each statement execute function raise_linked_versions('${target}', '${column}')`)
      }
    }
  }

  // users whose rights may have changed: the user, members, or everyone in a changed group
  yield* sql`
    create trigger ui_group_members_changed after insert or update or delete on ui_group_members for each row
      execute function announce_associations()`
  yield* sql`
    create function announce_members() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', m.user_id::text)::text)
      from (select distinct user_id from ui_group_members where group_id in (select group_id from changed)) m;
      return null;
    end $$`
  for (const [event, rows] of [
    ["insert", "new"],
    ["update", "new"],
    ["delete", "old"]
  ]) {
    yield* run(`
      create trigger group_associations_changed_${event} after ${event} on group_associations referencing ${rows} table as changed
        for each statement execute function announce_members()`)
  }
  yield* sql`
    create function announce_group_rights() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', m.user_id::text)::text)
      from ui_group_members m where m.group_id = new.id;
      return null;
    end $$`
  yield* sql`
    create trigger ui_groups_rights after update of privileges, manager_tools on ui_groups for each row
      when ((old.privileges, old.manager_tools) is distinct from (new.privileges, new.manager_tools)) execute function announce_group_rights()`
  yield* sql`
    create function announce_own_rights() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', new.id::text)::text);
      return null;
    end $$`
  yield* sql`
    create trigger ui_users_rights after update of privileges, manager_tools on ui_users for each row
      when ((old.privileges, old.manager_tools) is distinct from (new.privileges, new.manager_tools)) execute function announce_own_rights()`
})
