import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table work_runs (
      id integer generated always as identity primary key,
      kind text not null,
      title text not null,
      scope text not null check (scope in ('admin')),
      params jsonb not null,
      plan_hash text not null default '',
      direction text not null default 'forward' check (direction in ('forward', 'back')),
      state text not null default 'planning' check (state in (
        'planning', 'queued', 'running', 'pause_requested', 'paused', 'cancel_requested', 'canceled', 'completed',
        'completed_with_errors', 'rolled_back')),
      alone text,
      caller jsonb not null check (jsonb_typeof(caller) = 'object'),
      starter_id integer,
      starter_email text,
      request_id text,
      client_address text not null default '',
      version integer not null default 0,
      runner uuid,
      lease_until timestamptz,
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      check ((runner is null) = (lease_until is null)),
      check ((ended_at is not null) = (state in ('canceled', 'completed', 'completed_with_errors', 'rolled_back')))
    )`
  yield* sql`create unique index work_runs_alone on work_runs (alone) where ended_at is null`
  yield* sql`create index work_runs_due on work_runs (id) where state in ('planning', 'queued', 'running', 'pause_requested', 'cancel_requested')`
  yield* sql`
    create table work_items (
      run_id integer not null references work_runs (id) on delete cascade,
      ordinal integer not null,
      key text not null,
      phase integer not null,
      label text not null,
      detail text not null,
      before_text text not null,
      after_text text not null,
      target jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'running', 'completed', 'failed', 'skipped', 'canceled', 'rolled_back')),
      attempts integer not null default 0,
      undo_attempts integer not null default 0,
      not_before timestamptz,
      notes jsonb,
      result jsonb not null default '{}' check (jsonb_typeof(result) = 'object'),
      problem jsonb check (problem is null or jsonb_typeof(problem) = 'object'),
      inverse jsonb,
      version integer not null default 0,
      started_at timestamptz,
      ended_at timestamptz,
      primary key (run_id, ordinal),
      unique (run_id, key)
    )`
  yield* sql`create index work_items_state on work_items (run_id, state)`
  yield* sql`create index work_items_open on work_items (run_id, phase, ordinal) where state in ('pending', 'running')`
  yield* sql`create index work_items_version on work_items (run_id, version)`

  // publishes every new version of a run
  yield* sql`
    create function announce_work() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'WorkChanged', 'runId', new.id)::text);
      return null;
    end $$`
  yield* sql`
    create trigger work_runs_changed after insert or update of version on work_runs for each row execute function announce_work()`
})
