import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds: a build before this undoes whole runs, which is what the defaults say. */
export const oldestBuild = 47

/** Undo of some items of a run. An item that is not undone returns to its state before (`before_undo`). */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table work_items
      add column before_undo text,
      add column undo_excluded boolean not null default false`
  // while a run is undone, `completed` items wait for their undo
  yield* sql`
    create or replace function note_bucket_migration_item() returns trigger language plpgsql as $$
    begin
      insert into bucket_migration_events (migration_id, type, migration_state, item, item_state, metadata)
      select m.id,
        case when r.direction = 'back' and new.problem is not null then 'item.rollback_failed'
          else 'item.' || new.state end,
        bucket_migration_state(r.id, r.state), new.ordinal, new.state,
        json_build_object('source', new.label, 'target', new.detail, 'problem', new.problem)
      from work_runs r join bucket_migrations m on m.id = (r.params->>'migration_id')::int
      where r.id = new.run_id and r.kind = 'bucket_migration'
        and (r.direction = 'forward' or new.state <> 'completed' or new.problem is not null);
      return null;
    end $$`
})
