import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export interface PeopleCounts {
  readonly users: number
  readonly groups: number
  readonly accounts: number
  readonly s3Users: number
  readonly connections: number
  readonly notifications: number
}

const TABLES = [
  "ui_users",
  "ui_groups",
  "ui_group_members",
  "rgw_accounts",
  "rgw_users",
  "s3_connections",
  "user_associations",
  "group_associations",
  "notifications"
] as const

/** A large installation by SQL without triggers: links to accounts, users, connections and groups. */
export const seedPeople = Effect.fnUntraced(function* ({
  accounts,
  connections,
  groups,
  notifications,
  s3Users,
  users
}: PeopleCounts) {
  const sql = yield* SqlClient.SqlClient
  for (const table of TABLES) yield* sql`alter table ${sql(table)} disable trigger user`
  yield* sql`
    insert into ui_users (email, full_name, role, is_active, created_at, updated_at, last_login_at)
    select 'person-' || lpad(n::text, 5, '0') || '@example.org', 'Person ' || md5(n::text) || ' ' || n,
      (array['ui_user', 'ui_user', 'ui_user', 'ui_admin', 'ui_none'])[1 + n % 5],
      n % 11 <> 0, now() - n * interval '1 minute', now(), case when n % 3 = 0 then now() - n * interval '7 minutes' end
    from generate_series(1, ${users}::int) n`
  yield* sql`
    insert into ui_groups (name, description, created_at, updated_at)
    select 'group-' || lpad(n::text, 4, '0'), 'What team ' || n || ' looks after', now(), now()
      from generate_series(1, ${groups}::int) n`
  yield* sql`
    insert into rgw_accounts (name, gateway_name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret,
      created_at)
    select 'account-' || lpad(n::text, 5, '0'), 'account-' || n, 'RGW9' || lpad(n::text, 16, '0'), 'root-' || n,
      (select min(id) from storage_endpoints), 'AK' || n, 'sealed', now() - n * interval '1 hour'
    from generate_series(1, ${accounts}::int) n`
  yield* sql`
    insert into rgw_users (name, gateway_name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'user-' || lpad(n::text, 5, '0'), 'user-' || n, 'tenant$user-' || n, (select min(id) from storage_endpoints),
      'AK' || n, 'sealed', now() from generate_series(1, ${s3Users}::int) n`
  yield* sql`
    insert into s3_connections (name, storage_endpoint_id, access_key, secret, seal, created_at, updated_at)
    select 'connection-' || lpad(n::text, 4, '0'), (select min(id) from storage_endpoints), 'AK' || n, 'sealed',
      gen_random_uuid(), now(), now() from generate_series(1, ${connections}::int) n`
  yield* sql`
    with numbered as (select id, row_number() over (order by id) as n from ui_users),
    accounts as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from rgw_accounts),
    s3_users as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from rgw_users),
    connections as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from s3_connections)
    insert into user_associations (user_id, rgw_account_id, rgw_user_id, s3_connection_id, manager_role,
      allow_manager_browser_data_access)
    select u.id, a.id, null::int, null::int, 'account_administrator', true from numbered u join accounts a
      on a.n in (u.n % a.all, (u.n * 7 + 3) % a.all)
    union all select u.id, null, s.id, null, 'account_administrator', false from numbered u join s3_users s
      on s.n = u.n % s.all
    union all select u.id, null, null, c.id, 'account_administrator', false from numbered u join connections c
      on c.n = u.n % c.all
    on conflict do nothing`
  yield* sql`
    with numbered as (select id, row_number() over (order by id) as n from ui_users),
    groups as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from ui_groups)
    insert into ui_group_members (group_id, user_id)
    select g.id, u.id from numbered u join groups g on g.n in (u.n % g.all, (u.n * 3 + 1) % g.all)
      on conflict do nothing`
  yield* sql`
    with groups as (select id, row_number() over (order by id) as n from ui_groups),
    accounts as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from rgw_accounts)
    insert into group_associations (group_id, rgw_account_id, manager_role)
    select g.id, a.id, 'account_administrator' from groups g cross join generate_series(0, 7) k join accounts a
      on a.n = (g.n * 8 + k) % a.all on conflict do nothing`
  yield* sql`
    insert into notifications (user_id, type, severity, title, message, created_at, read_at)
    select (select min(id) from ui_users), 'quota', 'warning', 'Quota of account ' || n, 'Ninety percent are used',
      now() - n * interval '1 minute', case when n % 4 <> 0 then now() end
    from generate_series(1, ${notifications}::int) n`
  for (const table of TABLES) yield* sql`alter table ${sql(table)} enable trigger user`
  for (const table of TABLES) yield* sql`vacuum analyze ${sql(table)}`
})
