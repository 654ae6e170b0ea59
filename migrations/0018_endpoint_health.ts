import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table storage_endpoints add column source text not null default 'database' check (source in ('database', 'environment'))`

  // single checks, for some days
  yield* sql`
    create table endpoint_checks (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      checked_at timestamptz not null,
      state text not null check (state in ('up', 'degraded', 'down')),
      latency_ms integer check (latency_ms >= 0),
      cause text,
      primary key (storage_endpoint_id, checked_at)
    )`
  yield* sql`create index endpoint_checks_age on endpoint_checks (checked_at)`

  // sums by hour and day, with additive latency histograms
  yield* sql`
    create table endpoint_health_periods (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      period text not null check (period in ('hour', 'day')),
      began timestamptz not null,
      checks integer not null,
      failures integer not null,
      latencies jsonb not null,
      primary key (storage_endpoint_id, period, began)
    )`
  yield* sql`create index endpoint_health_periods_age on endpoint_health_periods (period, began)`

  // incident state; the row serialises checks of its endpoint
  yield* sql`
    create table endpoint_watches (
      storage_endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      watch jsonb
    )`
  yield* sql`
    create table endpoint_incidents (
      id integer generated always as identity primary key,
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      started_at timestamptz not null,
      ended_at timestamptz check (ended_at >= started_at),
      cause text not null,
      summary text not null
    )`
  yield* sql`create unique index endpoint_incidents_open on endpoint_incidents (storage_endpoint_id) where ended_at is null`
  yield* sql`create index endpoint_incidents_newest on endpoint_incidents (storage_endpoint_id, id desc)`
  yield* sql`create index endpoint_incidents_age on endpoint_incidents (ended_at)`

  yield* sql`
    create function announce_endpoint_health() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'EndpointHealthChanged', 'endpointId', new.id)::text);
      return null;
    end $$`
  yield* sql`
    create trigger storage_endpoints_health after update of health on storage_endpoints for each row
      when (old.health is distinct from new.health) execute function announce_endpoint_health()`
})
