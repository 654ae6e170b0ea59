import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Storage spaces of the Portal, their members, and access keys of their members. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // an older build would delete keys that it does not know from IAM users of the Portal: no oldestBuild
  yield* sql`
    alter table private_accesses
      add column purpose text not null default 'private' check (purpose in ('private', 'portal'))`
  yield* sql`drop index private_accesses_person`
  yield* sql`
    create unique index private_accesses_person
      on private_accesses (rgw_account_id, user_id, purpose) where state <> 'cleanup_pending'`
  yield* sql`
    create table portal_spaces (
      id integer generated always as identity primary key,
      rgw_account_id integer not null references rgw_accounts (id) on delete cascade,
      name text not null check (name <> ''),
      bucket text not null check (bucket <> ''),
      prefix text not null default '' check (prefix = '' or right(prefix, 1) = '/'),
      private boolean not null default false,
      created_at timestamptz not null,
      unique (rgw_account_id, bucket, prefix)
    )`
  yield* sql`create unique index portal_spaces_name on portal_spaces (rgw_account_id, lower(name))`
  yield* sql`
    create table portal_members (
      space_id integer not null references portal_spaces (id) on delete cascade,
      user_id integer not null references ui_users (id) on delete cascade,
      member_right text not null check (member_right in ('read', 'write', 'manage')),
      added_at timestamptz not null,
      primary key (space_id, user_id)
    )`
  yield* sql`create index portal_members_user on portal_members (user_id)`
  // keys of an IAM user that a person made; the key of its connection is none of them
  yield* sql`
    create table portal_access_keys (
      id integer generated always as identity primary key,
      access_id integer not null references private_accesses (id) on delete cascade,
      space_id integer references portal_spaces (id) on delete set null,
      bucket_name text not null,
      label text not null check (label <> ''),
      access_key text not null check (access_key <> ''),
      active boolean not null default true,
      created_at timestamptz not null
    )`
  yield* sql`create index portal_access_keys_access on portal_access_keys (access_id)`
  yield* sql`create index portal_access_keys_space on portal_access_keys (space_id)`
})
