import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table bucket_listings (
      key text primary key,
      state text not null default 'empty' check (state in ('empty', 'partial', 'complete')),
      version integer not null default 0,
      generation integer not null default 0,
      began_version integer not null default 0,
      runner text,
      lease_until timestamptz,
      processed integer not null default 0,
      total integer,
      refreshed_at timestamptz,
      failed_at timestamptz,
      last_error jsonb check (last_error is null or jsonb_typeof(last_error) = 'object'),
      check ((runner is null) = (lease_until is null))
    )`
  // a listing belongs to one owner, whose bucket names are unique across tenants
  yield* sql`
    create table bucket_listing_rows (
      key text not null references bucket_listings (key) on delete cascade,
      tenant text not null,
      name text not null,
      owner text,
      created_at timestamptz,
      used_bytes bigint,
      object_count bigint,
      quota_max_size_bytes bigint,
      quota_max_objects bigint,
      quota_usage double precision generated always as (
        greatest(used_bytes::float8 / nullif(quota_max_size_bytes, 0), object_count::float8 / nullif(quota_max_objects, 0))
      ) stored,
      versioning text check (versioning in ('off', 'enabled', 'suspended')),
      object_lock boolean,
      has_statistics boolean not null,
      generation integer not null,
      version integer not null,
      primary key (key, name)
    )`
  yield* sql`create index bucket_listing_rows_version on bucket_listing_rows (key, version)`
  yield* sql`
    create table bucket_listing_removals (
      key text not null references bucket_listings (key) on delete cascade,
      name text not null,
      version integer not null,
      removed_at timestamptz not null
    )`
  yield* sql`create index bucket_listing_removals_version on bucket_listing_removals (key, version)`
  yield* sql`
    create table usage_snapshots (
      listing_key text primary key,
      statistics jsonb not null check (jsonb_typeof(statistics) = 'object'),
      distribution jsonb not null check (jsonb_typeof(distribution) = 'array'),
      warnings jsonb check (warnings is null or jsonb_typeof(warnings) = 'array'),
      calculated_at timestamptz not null,
      updated_at timestamptz not null
    )`
  yield* sql`
    create table notifications (
      id bigint generated always as identity primary key,
      user_id integer not null references ui_users (id) on delete cascade,
      type text not null,
      severity text not null check (severity in ('info', 'warning', 'critical')),
      title text not null,
      message text not null,
      payload_json jsonb not null default '{}' check (jsonb_typeof(payload_json) = 'object'),
      created_at timestamptz not null,
      read_at timestamptz
    )`
  yield* sql`create index notifications_user on notifications (user_id, created_at desc)`
  yield* sql`create index notifications_age on notifications (created_at)`
  yield* sql`
    create table job_leases (
      job text primary key,
      holder text not null,
      lease_until timestamptz not null
    )`
  yield* sql`
    create table job_runs (
      id bigint generated always as identity primary key,
      job text not null,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      report jsonb not null check (jsonb_typeof(report) = 'object')
    )`
  yield* sql`create index job_runs_job on job_runs (job, started_at desc)`
})
