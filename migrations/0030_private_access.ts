import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Private accesses to RGW accounts, stored until the gateway has confirmed their deletion. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create function is_name_list(list jsonb) returns boolean language sql immutable as $$
      select jsonb_typeof(list) = 'array'
        and not exists (select from jsonb_array_elements(list) e where jsonb_typeof(e) <> 'string' or e #>> '{}' = '')
        and (select count(*) = count(distinct e) from jsonb_array_elements(list) e)
    $$`
  // clean-up needs the account's key: it stays registered until its accesses are deleted
  yield* sql`
    create table private_accesses (
      id integer generated always as identity primary key,
      rgw_account_id integer not null references rgw_accounts (id),
      user_id integer references ui_users (id) on delete set null,
      person text not null check (person <> ''),
      iam_user_name text not null check (iam_user_name <> ''),
      connection_id integer references s3_connections (id) on delete set null,
      connection_name text not null check (connection_name <> ''),
      groups jsonb not null check (is_name_list(groups)),
      managed_policies jsonb not null check (is_name_list(managed_policies)),
      inline_policies jsonb not null check (jsonb_typeof(inline_policies) = 'array' and is_name_list(jsonb_path_query_array(inline_policies, '$[*].name'))),
      tracked_groups jsonb not null default '[]' check (is_name_list(tracked_groups)),
      tracked_managed_policies jsonb not null default '[]' check (is_name_list(tracked_managed_policies)),
      tracked_inline_policies jsonb not null default '[]' check (is_name_list(tracked_inline_policies)),
      state text not null default 'provisioning' check (state in ('provisioning', 'active', 'failed', 'cleanup_pending')),
      state_since timestamptz not null,
      tries integer not null default 0,
      problem text,
      last_tried_at timestamptz,
      next_try_at timestamptz,
      drift jsonb not null default '[]' check (jsonb_typeof(drift) = 'array'),
      checked_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null,
      unique (rgw_account_id, iam_user_name),
      check ((next_try_at is null) = (state = 'active'))
    )`
  yield* sql`create unique index private_accesses_person on private_accesses (rgw_account_id, user_id) where state <> 'cleanup_pending'`
  yield* sql`create index private_accesses_due on private_accesses (next_try_at) where next_try_at is not null`
  yield* sql`create index private_accesses_user on private_accesses (user_id)`
  yield* sql`create index private_accesses_connection on private_accesses (connection_id)`
  // deleting a user deletes their connection and schedules the clean-up
  yield* sql`
    create function end_private_access() returns trigger language plpgsql as $$
    begin
      if old.user_id is not null and new.user_id is null and new.state <> 'cleanup_pending' then
        new.state := 'cleanup_pending';
        new.state_since := clock_timestamp();
        new.tries := 0;
        new.problem := null;
        new.next_try_at := clock_timestamp();
      end if;
      return new;
    end $$`
  yield* sql`create trigger private_accesses_person_gone before update of user_id on private_accesses for each row execute function end_private_access()`
})
