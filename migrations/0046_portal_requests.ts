import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Requests of people in the Portal for quota, a space or access. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table portal_requests (
      id integer generated always as identity primary key,
      rgw_account_id integer not null references rgw_accounts (id) on delete cascade,
      user_id integer not null references ui_users (id) on delete cascade,
      type text not null check (type in ('quota', 'space', 'access')),
      payload jsonb not null check (jsonb_typeof(payload) = 'object'),
      state text not null default 'pending'
        check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
      result jsonb check (jsonb_typeof(result) = 'object'),
      reason text,
      decided_by integer references ui_users (id) on delete set null,
      decided_at timestamptz,
      expires_at timestamptz,
      undo jsonb check (jsonb_typeof(undo) = 'object'),
      created_at timestamptz not null,
      check ((state in ('approved', 'expired')) = (result is not null)),
      check ((state in ('pending', 'withdrawn')) = (decided_at is null))
    )`
  yield* sql`create index portal_requests_account on portal_requests (rgw_account_id, id)`
  yield* sql`create index portal_requests_user on portal_requests (user_id)`
  yield* sql`
    create index portal_requests_due on portal_requests (expires_at)
      where state = 'approved' and expires_at is not null`
})
