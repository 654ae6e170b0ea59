import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Notifies when a user may have lost a right, and stores what a resuming reader of a listing needs. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // ended sessions and tokens close their streams
  yield* sql`
    create function announce_end() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', tg_argv[0], tg_argv[1], old.id::text)::text);
      return null;
    end $$`
  yield* sql`
    create trigger auth_sessions_revoked after update of revoked_at on auth_sessions for each row
      when (old.revoked_at is null and new.revoked_at is not null and old.kind <> 'preauth')
      execute function announce_end('SessionRevoked', 'sessionId')`
  yield* sql`
    create trigger auth_sessions_deleted after delete on auth_sessions for each row
      when (old.revoked_at is null and old.kind <> 'preauth') execute function announce_end('SessionRevoked', 'sessionId')`
  yield* sql`
    create trigger api_tokens_revoked after update of revoked_at on api_tokens for each row
      when (old.revoked_at is null and new.revoked_at is not null) execute function announce_end('TokenRevoked', 'tokenId')`
  yield* sql`
    create trigger api_tokens_deleted after delete on api_tokens for each row
      when (old.revoked_at is null) execute function announce_end('TokenRevoked', 'tokenId')`

  // both users, when a row moves to another one
  yield* sql`
    create function announce_associations() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', old.user_id::text)::text);
      end if;
      if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.user_id <> old.user_id) then
        perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', new.user_id::text)::text);
      end if;
      return null;
    end $$`
  yield* sql`
    create trigger user_associations_changed after insert or update or delete on user_associations for each row
      execute function announce_associations()`

  // for a resuming reader: did a refresh finish since its version, and are all removals since then still stored?
  yield* sql`alter table bucket_listings add column completed_version integer not null default 0`
  yield* sql`alter table bucket_listings add column forgotten_version integer not null default 0`
  // earlier removals were not recorded
  yield* sql`update bucket_listings set completed_version = version, forgotten_version = version`
})
