import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. */
export const oldestBuild = 46

/** Events of migrations. The run names its migration: it exists before the migration refers to it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table bucket_migration_events (
      id bigint generated always as identity primary key,
      migration_id integer not null references bucket_migrations (id) on delete cascade,
      type text not null,
      migration_state text not null,
      item integer,
      item_state text,
      metadata jsonb check (metadata is null or jsonb_typeof(metadata) = 'object'),
      occurred_at timestamptz not null default now()
    )`
  yield* sql`create index bucket_migration_events_of_migration on bucket_migration_events (migration_id, id)`

  // the rule of services/domain/objects/migrations/migrationState.ts
  yield* sql`
    create function bucket_migration_state(run integer, state text) returns text language sql stable as $$
      select case
        when state = 'planning' then 'queued'
        when state = 'completed_with_errors'
          and not exists (select from work_items i where i.run_id = run and i.state = 'completed') then 'failed'
        else state end
    $$`
  yield* sql`
    create function note_bucket_migration_run() returns trigger language plpgsql as $$
    declare
      known text := bucket_migration_state(new.id, new.state);
    begin
      insert into bucket_migration_events (migration_id, type, migration_state, metadata)
      select m.id, 'migration.' || known, known, json_build_object('direction', new.direction)
      from bucket_migrations m where m.id = (new.params->>'migration_id')::int;
      return null;
    end $$`
  yield* sql`
    create trigger bucket_migration_run_changed after update of state on work_runs for each row
      when (new.kind = 'bucket_migration' and old.state is distinct from new.state)
      execute function note_bucket_migration_run()`
  yield* sql`
    create function note_bucket_migration_item() returns trigger language plpgsql as $$
    begin
      insert into bucket_migration_events (migration_id, type, migration_state, item, item_state, metadata)
      select m.id, 'item.' || new.state, bucket_migration_state(r.id, r.state), new.ordinal, new.state,
        json_build_object('source', new.label, 'target', new.detail, 'problem', new.problem)
      from work_runs r join bucket_migrations m on m.id = (r.params->>'migration_id')::int
      where r.id = new.run_id and r.kind = 'bucket_migration';
      return null;
    end $$`
  yield* sql`
    create trigger bucket_migration_item_changed after update of state on work_items for each row
      when (old.state is distinct from new.state and new.state <> 'pending')
      execute function note_bucket_migration_item()`

  yield* sql`
    create function announce_bucket_migration() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live',
        json_build_object('_tag', 'MigrationChanged', 'migrationId', coalesce(new.id, old.id))::text);
      return null;
    end $$`
  yield* sql`
    create trigger bucket_migration_changed after insert or update or delete on bucket_migrations
      for each row execute function announce_bucket_migration()`
})
