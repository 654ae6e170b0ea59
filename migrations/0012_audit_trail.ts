import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // a separate table, since entries are never updated; no reference, since the chain outlives deleted entries
  yield* sql`
    create table audit_chain (
      seq bigint primary key check (seq > 0),
      entry_id bigint not null unique,
      previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      sealed_at timestamptz not null
    )`
  yield* sql`create table audit_unsealed (entry_id bigint primary key)`
  yield* sql`
    create table audit_head (
      singleton boolean primary key default true check (singleton),
      seq bigint not null default 0 check (seq >= 0),
      hash text not null default repeat('0', 64) check (hash ~ '^[0-9a-f]{64}$'),
      signature text
    )`
  yield* sql`insert into audit_head default values`

  // in the entry's transaction, so that it is sealed even after a crash
  yield* sql`
    create function audit_written() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (entry_id) values (new.id);
      perform pg_notify('stowage_live', '{"_tag":"AuditWritten"}');
      return null;
    end $$`
  yield* sql`create trigger audit_logs_written after insert on audit_logs for each row execute function audit_written()`
  yield* sql`insert into audit_unsealed (entry_id) select id from audit_logs`

  yield* sql`create index audit_logs_facets on audit_logs (scope, coalesce(actor_role, ''), created_at desc, id desc)`

  // pg_trgm is not available or permitted on every server: search then scans
  yield* sql`
    do $$ begin
      if exists (select from pg_available_extensions where name = 'pg_trgm') then
        create extension if not exists pg_trgm;
        create index audit_logs_searched on audit_logs using gin ((
          action || ' ' || message || ' ' || entity_type || ' ' || coalesce(entity_id, '') || ' ' || coalesce(entity_label, '') || ' ' ||
          coalesce(actor_email, '') || ' ' || coalesce(request_id, '') || ' ' || coalesce(client_address, '')
        ) gin_trgm_ops);
      end if;
    exception when insufficient_privilege then
      raise notice 'pg_trgm may not be installed here: a search of the audit trail will read it instead';
    end $$`
})
