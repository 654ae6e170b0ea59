import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Shares and their use. Readers of an ended share are notified immediately. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table shares (
      id uuid primary key,
      token_digest text not null unique,
      token_sealed text not null,
      kind text not null check (kind in ('object', 'archive', 'upload')),
      user_id integer not null references ui_users (id) on delete cascade,
      context_id text not null,
      bucket text not null,
      prefix text not null,
      keys jsonb not null,
      version_id text,
      title text not null,
      note text not null,
      password_hash text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      max_uses integer,
      max_file_bytes bigint,
      max_total_bytes bigint,
      uses integer not null default 0,
      bytes bigint not null default 0
    )`
  yield* sql`create index shares_of_user on shares (user_id, created_at desc)`
  yield* sql`create index shares_of_context on shares (context_id, bucket, created_at desc)`
  yield* sql`create index shares_ending on shares ((least(expires_at, revoked_at)))`
  yield* sql`
    create table share_hits (
      id bigint generated always as identity primary key,
      share_id uuid not null references shares (id) on delete cascade,
      what text not null check (what in ('file', 'archive', 'upload', 'refused')),
      name text not null,
      bytes bigint not null default 0,
      outcome text not null check (outcome in ('open', 'done', 'cut')),
      network text not null,
      at timestamptz not null,
      place text
    )`
  yield* sql`create index share_hits_newest on share_hits (share_id, id desc)`
  yield* sql`create index share_hits_old on share_hits (at)`
  yield* sql`create index share_hits_open on share_hits (at) where outcome = 'open'`
  // names of visitors are unique
  yield* sql`create unique index share_hits_place on share_hits (place) where place is not null`
  yield* sql`
    create function announce_shares() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object(
        '_tag', 'ShareChanged', 'shareId', coalesce(new.id, old.id)::text, 'userId', coalesce(new.user_id, old.user_id)::text,
        'ended', tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.revoked_at is distinct from new.revoked_at)
      )::text);
      return null;
    end $$`
  yield* sql`create trigger shares_changed after insert or update or delete on shares for each row execute function announce_shares()`
})
