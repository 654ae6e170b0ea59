import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds tables. */
export const oldestBuild = 49

/** Access logs of buckets in the Portal: sources, log objects that were read, identities, and rows by week. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // without account: it was deleted, and the job of the retention deletes the rows
  yield* sql`
    create table access_log_sources (
      id integer generated always as identity primary key,
      rgw_account_id integer references rgw_accounts (id) on delete set null,
      bucket text not null check (bucket <> ''),
      log_bucket text not null check (log_bucket <> ''),
      enabled boolean not null,
      drained boolean not null default false,
      state text not null default 'on' check (state in
        ('on', 'off', 'denied', 'full', 'log_bucket_missing', 'bucket_missing', 'changed', 'unreachable')),
      refused_count bigint not null default 0,
      changed_at timestamptz not null,
      collected_at timestamptz,
      unique (rgw_account_id, bucket)
    )`
  // a log object is read once: a reader moves read_bytes on in the transaction that stores the rows
  yield* sql`
    create table access_log_objects (
      id bigint generated always as identity primary key,
      source_id integer not null references access_log_sources (id) on delete cascade,
      key text not null,
      etag text not null,
      read_bytes bigint not null default 0,
      finished_at timestamptz,
      deleted_at timestamptz,
      unique (source_id, key, etag)
    )`
  yield* sql`create index access_log_objects_deleted on access_log_objects (deleted_at)`
  yield* sql`
    create table access_log_identities (
      id integer generated always as identity primary key,
      rgw_account_id integer not null references rgw_accounts (id) on delete cascade,
      uid text not null,
      name text,
      checked_at timestamptz,
      unique (rgw_account_id, uid)
    )`
  // PostgreSQL 14 has no identity columns in partitioned tables
  yield* sql`create sequence access_log_ids`
  yield* sql`
    create table access_logs (
      id bigint not null default nextval('access_log_ids'),
      at timestamptz not null,
      rgw_account_id integer not null,
      source_id integer not null,
      identity_id integer not null,
      status smallint not null,
      key_checked boolean not null,
      duration_ms integer,
      size_bytes bigint,
      action text not null,
      operation text not null,
      key text,
      method text not null,
      uri text not null,
      error_code text,
      request_id text not null,
      client_address text,
      version_id text,
      auth text check (auth in ('header', 'query')),
      user_agent text
    ) partition by range (at)`
  yield* sql`create index access_logs_account on access_logs (rgw_account_id, at desc, id desc)`
  yield* sql`create index access_logs_source on access_logs (source_id, at desc, id desc)`
  yield* sql`create index access_logs_action on access_logs (source_id, action, at desc, id desc)`
  yield* sql`create index access_logs_identity on access_logs (identity_id, at desc, id desc)`
  yield* sql`create index access_logs_key on access_logs (source_id, key text_pattern_ops)`
  yield* sql`
    create index access_logs_failed on access_logs (rgw_account_id, at desc, id desc) where status >= 400`
})
