import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds tables. */
export const oldestBuild = 42

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // the gateways' usage logs: closed hours by owner, bucket and operation
  yield* sql`
    create table usage_log_hours (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      hour timestamptz not null,
      owner text not null,
      bucket text not null,
      operation text not null,
      operations bigint not null,
      successful_operations bigint not null,
      bytes_sent bigint not null,
      bytes_received bigint not null,
      primary key (storage_endpoint_id, hour, owner, bucket, operation)
    )`
  yield* sql`create index usage_log_hours_time on usage_log_hours (hour)`
  // until when the usage log of a UTC day was collected; no row: not collected, or the gateway keeps no log
  yield* sql`
    create table usage_log_days (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      day date not null,
      collected_until timestamptz not null,
      primary key (storage_endpoint_id, day)
    )`
  // without foreign keys: what was used is billed after an account or endpoint is gone
  yield* sql`
    create table billing_daily (
      subject_type text not null check (subject_type in ('S3Account', 'S3User')),
      subject_id integer not null,
      day date not null,
      subject_name text not null,
      storage_endpoint_id integer not null,
      storage_endpoint_name text not null,
      byte_hours numeric(40, 0),
      measured_hours integer not null check (measured_hours between 0 and 24),
      operations jsonb check (operations is null or jsonb_typeof(operations) = 'object'),
      bytes_sent bigint,
      bytes_received bigint,
      collected_hours integer not null check (collected_hours between 0 and 24),
      primary key (subject_type, subject_id, day)
    )`
  yield* sql`create index billing_daily_day on billing_daily (day, subject_type, subject_id)`
  yield* sql`
    create table rate_cards (
      id integer generated always as identity primary key,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      name text not null,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      valid_from date not null,
      valid_until date check (valid_until > valid_from),
      price_per_gib_month numeric(18, 9) not null check (price_per_gib_month >= 0),
      price_per_gib_out numeric(18, 9) not null check (price_per_gib_out >= 0),
      prices_per_thousand_operations jsonb not null check (jsonb_typeof(prices_per_thousand_operations) = 'object'),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint rate_cards_overlap exclude using gist
        (int4range(storage_endpoint_id, storage_endpoint_id, '[]') with &&, daterange(valid_from, valid_until) with &&)
    )`
  yield* sql`create index rate_cards_endpoint on rate_cards (storage_endpoint_id)`
  yield* sql`
    create trigger rate_cards_version before update on rate_cards for each row
      when (old.version = new.version) execute function raise_version()`
  yield* sql`
    create table billing_credits (
      id integer generated always as identity primary key,
      subject_type text not null check (subject_type in ('S3Account', 'S3User')),
      subject_id integer not null,
      month date not null check (extract(day from month) = 1),
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      amount numeric(18, 6) not null,
      reason text not null,
      created_at timestamptz not null
    )`
  yield* sql`create index billing_credits_month on billing_credits (month, subject_type, subject_id)`
})
