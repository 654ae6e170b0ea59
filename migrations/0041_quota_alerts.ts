import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds tables. */
export const oldestBuild = 40

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // last reading of each subject; quota columns: null is unlimited
  yield* sql`
    create table quota_states (
      subject_type text not null check (subject_type in ('S3Account', 'S3User')),
      subject_id integer not null,
      state text not null check (state in ('normal', 'threshold', 'full')),
      alerted boolean not null,
      usage_ratio double precision,
      used_bytes bigint not null,
      object_count bigint not null,
      quota_max_bytes bigint,
      quota_max_objects bigint,
      quota_read_at timestamptz not null,
      measured_at timestamptz not null,
      primary key (subject_type, subject_id)
    )`
  yield* sql`
    create table quota_alerts (
      id bigint generated always as identity primary key,
      subject_type text not null,
      subject_id integer not null,
      state text not null check (state in ('normal', 'threshold', 'full')),
      title text not null,
      message text not null,
      created_at timestamptz not null
    )`
  yield* sql`create index quota_alerts_created on quota_alerts (created_at)`
  // outbox of mails: written with the state, marked after sending
  yield* sql`
    create table quota_alert_mails (
      id bigint generated always as identity primary key,
      alert_id bigint not null references quota_alerts (id) on delete cascade,
      user_id integer not null references ui_users (id) on delete cascade,
      outcome text not null default 'pending' check (outcome in ('pending', 'sent', 'refused', 'skipped')),
      ended_at timestamptz,
      unique (alert_id, user_id)
    )`
  yield* sql`create index quota_alert_mails_user on quota_alert_mails (user_id)`
  yield* sql`create index quota_alert_mails_pending on quota_alert_mails (id) where outcome = 'pending'`
})
