import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds tables. */
export const oldestBuild = 36

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // usage of each account and RGW user at each run of the collection; quota columns: null is unlimited
  yield* sql`
    create table quota_usage_hourly (
      subject_type text not null check (subject_type in ('S3Account', 'S3User')),
      subject_id integer not null,
      measured_at timestamptz not null,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      used_bytes bigint not null,
      object_count bigint not null,
      quota_known boolean not null,
      quota_max_bytes bigint,
      quota_max_objects bigint,
      primary key (subject_type, subject_id, measured_at)
    )`
  yield* sql`create index quota_usage_hourly_time on quota_usage_hourly (measured_at)`
  yield* sql`create index quota_usage_hourly_endpoint on quota_usage_hourly (storage_endpoint_id)`
  // one row per UTC day, computed from the rows above
  yield* sql`
    create table quota_usage_daily (
      subject_type text not null check (subject_type in ('S3Account', 'S3User')),
      subject_id integer not null,
      day date not null,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      sample_count integer not null,
      min_bytes bigint not null,
      max_bytes bigint not null,
      avg_bytes bigint not null,
      last_bytes bigint not null,
      min_objects bigint not null,
      max_objects bigint not null,
      avg_objects bigint not null,
      last_objects bigint not null,
      quota_known boolean not null,
      quota_max_bytes bigint,
      quota_max_objects bigint,
      primary key (subject_type, subject_id, day)
    )`
  yield* sql`create index quota_usage_daily_day on quota_usage_daily (day)`
  yield* sql`create index quota_usage_daily_endpoint on quota_usage_daily (storage_endpoint_id)`
  // forecast of the last run, which lists of subjects are sorted by
  yield* sql`
    create table quota_forecasts (
      subject_type text not null check (subject_type in ('S3Account', 'S3User')),
      subject_id integer not null,
      forecast jsonb not null check (jsonb_typeof(forecast) = 'object'),
      likely_days double precision,
      computed_at timestamptz not null,
      primary key (subject_type, subject_id)
    )`
})
