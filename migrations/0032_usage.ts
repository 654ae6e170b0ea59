import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table usage_buckets (
      listing_key text not null,
      tenant text not null,
      name text not null,
      used_bytes bigint,
      object_count bigint,
      quota_usage double precision,
      counted_at timestamptz not null,
      looked text not null default 'never' check (looked in ('never', 'whole', 'partial', 'failed')),
      problem text,
      looked_at timestamptz,
      hidden_bytes bigint,
      noncurrent_count bigint,
      noncurrent_bytes bigint,
      delete_marker_count bigint,
      upload_count bigint,
      old_upload_count bigint,
      upload_bytes bigint,
      has_lifecycle boolean,
      counted_findings text[] not null default '{}',
      looked_findings text[] not null default '{}',
      contents jsonb check (contents is null or jsonb_typeof(contents) = 'object'),
      primary key (listing_key, name, tenant),
      check ((looked = 'never') = (looked_at is null))
    )`
  yield* sql`
    alter table usage_snapshots
      add column contents jsonb check (contents is null or jsonb_typeof(contents) = 'object'),
      add column findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array')`
  // totals of a listing by UTC day, from the last count of the day
  yield* sql`
    create table usage_daily (
      listing_key text not null,
      day date not null,
      bucket_count integer not null,
      object_count bigint,
      used_bytes bigint,
      measured_at timestamptz not null,
      primary key (listing_key, day)
    )`
  yield* sql`create index usage_daily_day on usage_daily (day)`
  yield* sql`
    create table usage_bucket_daily (
      listing_key text not null,
      day date not null,
      tenant text not null,
      name text not null,
      object_count bigint not null,
      used_bytes bigint not null,
      primary key (listing_key, day, name, tenant)
    )`
  yield* sql`create index usage_bucket_daily_bucket on usage_bucket_daily (listing_key, name, day)`
  yield* sql`create index usage_bucket_daily_day on usage_bucket_daily (day)`
})
