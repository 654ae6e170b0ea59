import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table work_runs drop constraint work_runs_scope_check`
  yield* sql`alter table work_runs add constraint work_runs_scope_check check (scope in ('admin', 'manager'))`
  yield* sql`alter table work_runs add column listing_key text`
  yield* sql`alter table work_runs add constraint work_runs_place check ((scope = 'manager') = (listing_key is not null))`
  yield* sql`create index work_runs_listing on work_runs (listing_key, id) where listing_key is not null`
  yield* sql`alter table work_items add column progress jsonb check (progress is null or jsonb_typeof(progress) = 'object')`
  yield* sql`create index work_items_progress on work_items (run_id) where progress is not null`
  yield* sql`
    create table bucket_quarantines (
      id integer generated always as identity primary key,
      listing_key text not null,
      context_id text not null,
      storage_endpoint_id integer,
      bucket text not null,
      made_at text,
      policy_before text,
      policy text not null,
      until timestamptz not null,
      state text not null default 'quarantined' check (state in ('quarantined', 'deleting', 'failed', 'restored', 'deleted')),
      problem text,
      run_id integer,
      asked_at timestamptz not null,
      user_id integer,
      email text,
      ended_at timestamptz,
      check ((ended_at is not null) = (state in ('restored', 'deleted')))
    )`
  yield* sql`create unique index bucket_quarantines_open on bucket_quarantines (listing_key, bucket) where ended_at is null`
  yield* sql`create index bucket_quarantines_due on bucket_quarantines (until) where ended_at is null`
})
