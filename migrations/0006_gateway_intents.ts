import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Gateway changes, stored before the call, and requested refreshes of listings. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table gateway_intents (
      id uuid primary key,
      thing text not null,
      about jsonb not null check (jsonb_typeof(about) = 'object'),
      entry jsonb not null check (jsonb_typeof(entry) = 'object'),
      request_id text,
      client_address text not null default '',
      planned_at timestamptz not null,
      begun_at timestamptz,
      so_before boolean,
      runner uuid,
      lease_until timestamptz,
      ended_at timestamptz,
      look_at timestamptz not null,
      looks integer not null default 0,
      outcome text check (outcome in ('success', 'failure', 'unknown')),
      told_at timestamptz,
      check ((outcome is null) = (told_at is null)),
      check ((runner is null) = (lease_until is null))
    )`
  // one change per entity at a time, so that the gateway's state proves the outcome
  yield* sql`create unique index gateway_intents_open on gateway_intents (thing) where outcome is null`
  yield* sql`create index gateway_intents_due on gateway_intents (look_at) where outcome is null`
  yield* sql`create index gateway_intents_told on gateway_intents (told_at) where outcome is not null`

  yield* sql`alter table audit_logs drop constraint audit_logs_status_check`
  yield* sql`
    alter table audit_logs add constraint audit_logs_status_check check (status in ('success', 'failure', 'denied', 'unknown'))`

  yield* sql`alter table bucket_listings add column refresh_requested_at timestamptz`
  yield* sql`create index bucket_listings_requested on bucket_listings (refresh_requested_at) where refresh_requested_at is not null`
})
