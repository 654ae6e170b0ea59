import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: it only knows no runs that await a cutover. */
export const oldestBuild = 52

/** Items that await their cutover, and locks of sources: a lock is open as long as its row exists. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table work_runs drop constraint work_runs_state_check`
  yield* sql`
    alter table work_runs add constraint work_runs_state_check check (state in (
      'planning', 'queued', 'running', 'pause_requested', 'paused', 'awaiting_cutover', 'cancel_requested', 'canceled',
      'completed', 'completed_with_errors', 'rolled_back'))`
  yield* sql`alter table work_items drop constraint work_items_state_check`
  yield* sql`
    alter table work_items add constraint work_items_state_check check (state in (
      'pending', 'running', 'awaiting_cutover', 'completed', 'failed', 'skipped', 'canceled', 'rolled_back'))`
  // true once the run was continued after the item had awaited it
  yield* sql`alter table work_items add column continued boolean not null default false`
  yield* sql`
    create table bucket_migration_locks (
      id integer generated always as identity primary key,
      run_id integer not null references work_runs (id) on delete cascade,
      statement text not null,
      context_id text not null,
      storage_endpoint_id integer,
      listing_key text not null,
      bucket text not null,
      policy_before text,
      lifecycle_before text,
      policy text not null,
      state text not null default 'locking' check (state in ('locking', 'locked', 'releasing')),
      problem text,
      not_before timestamptz,
      created_at timestamptz not null default now(),
      unique (listing_key, bucket)
    )`
  yield* sql`create index bucket_migration_locks_of_run on bucket_migration_locks (run_id)`
  // an open lock is shown with its migration
  yield* sql`
    create function announce_bucket_migration_lock() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'MigrationChanged', 'migrationId', m.id)::text)
      from bucket_migrations m where m.run_id = coalesce(new.run_id, old.run_id);
      return null;
    end $$`
  yield* sql`
    create trigger bucket_migration_lock_changed after insert or update or delete on bucket_migration_locks
      for each row execute function announce_bucket_migration_lock()`
})
