import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table ui_users (
      id integer generated always as identity primary key,
      email text not null check (email = btrim(email) and email <> ''),
      full_name text not null check (btrim(full_name) <> ''),
      role text not null default 'ui_user' check (role in ('ui_superadmin', 'ui_admin', 'ui_user', 'ui_none')),
      is_active boolean not null default true,
      auth_version integer not null default 1 check (auth_version > 0),
      password_hash text check (password_hash <> ''),
      preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
      quota_alerts_enabled boolean not null default true,
      quota_alerts_global_watch boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      last_login_at timestamptz,
      check (not quota_alerts_global_watch or role in ('ui_superadmin', 'ui_admin'))
    )`
  yield* sql`create unique index ui_users_email on ui_users (lower(email))`

  yield* sql`
    create table auth_sessions (
      id uuid primary key,
      kind text not null check (kind in ('ui', 's3', 'preauth')),
      user_id integer references ui_users on delete cascade,
      auth_version integer,
      authenticated_at timestamptz not null,
      mfa_verified_at timestamptz,
      created_at timestamptz not null,
      idle_expires_at timestamptz not null,
      absolute_expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_reason text,
      client_address text not null default '',
      user_agent text not null default '',
      s3_credentials text,
      s3_endpoint jsonb check (jsonb_typeof(s3_endpoint) = 'object'),
      capabilities jsonb check (jsonb_typeof(capabilities) = 'object'),
      check ((revoked_at is null) = (revoked_reason is null)),
      check (idle_expires_at <= absolute_expires_at),
      check (kind = 's3' or (user_id is not null and auth_version is not null)),
      check ((kind = 's3') = (capabilities is not null)),
      check (kind = 's3' or s3_credentials is null),
      check (revoked_at is null or s3_credentials is null)
    )`
  yield* sql`create index auth_sessions_user on auth_sessions (user_id) where revoked_at is null`
  yield* sql`create index auth_sessions_expiry on auth_sessions (absolute_expires_at)`

  yield* sql`
    create table refresh_values (
      hash text primary key,
      session_id uuid not null references auth_sessions on delete cascade,
      issued_at timestamptz not null,
      used_at timestamptz
    )`
  yield* sql`create unique index refresh_values_unused on refresh_values (session_id) where used_at is null`

  yield* sql`
    create table webauthn_credentials (
      id integer generated always as identity primary key,
      user_id integer not null references ui_users on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null check (counter >= 0),
      transports jsonb not null default '[]' check (jsonb_typeof(transports) = 'array'),
      name text not null check (btrim(name) <> ''),
      device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
      backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`
  yield* sql`create index webauthn_credentials_user on webauthn_credentials (user_id)`

  yield* sql`
    create table webauthn_challenges (
      hash text primary key,
      session_id uuid not null references auth_sessions on delete cascade,
      purpose text not null check (purpose in ('registration', 'login', 'step_up')),
      expires_at timestamptz not null,
      unique (session_id, purpose)
    )`

  yield* sql`
    create table recovery_codes (
      hash text primary key,
      user_id integer not null references ui_users on delete cascade,
      created_at timestamptz not null,
      used_at timestamptz
    )`
  yield* sql`create index recovery_codes_user on recovery_codes (user_id)`

  // one row: the current token and, permanently, the time at which setup closed
  yield* sql`
    create table bootstrap_tokens (
      singleton boolean primary key default true check (singleton),
      digest text,
      expires_at timestamptz,
      closed_at timestamptz,
      check ((digest is null) = (expires_at is null)),
      check (closed_at is null or digest is null)
    )`
  yield* sql`insert into bootstrap_tokens default values`

  yield* sql`
    create table api_tokens (
      id uuid primary key,
      user_id integer not null references ui_users on delete cascade,
      name text not null check (btrim(name) <> ''),
      hash text not null unique,
      scopes jsonb not null check (jsonb_typeof(scopes) = 'array' and jsonb_array_length(scopes) > 0),
      auth_version integer not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz,
      last_used_address text,
      check (expires_at > created_at and expires_at <= created_at + interval '90 days')
    )`
  yield* sql`create index api_tokens_user on api_tokens (user_id)`

  yield* sql`
    create table rate_limits (
      key text primary key,
      count integer not null check (count >= 0),
      window_ends_at timestamptz not null
    )`
  yield* sql`create index rate_limits_end on rate_limits (window_ends_at)`

  yield* sql`
    create table audit_logs (
      id bigint generated always as identity primary key,
      created_at timestamptz not null,
      actor_user_id integer,
      actor_email text,
      actor_role text,
      actor_via text not null check (actor_via in ('session', 'token', 'job', 'operator')),
      scope text not null,
      action text not null,
      entity_type text not null,
      entity_id text,
      entity_label text,
      status text not null check (status in ('success', 'failure', 'denied')),
      message text not null,
      metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
      request_id text,
      client_address text
    )`
  yield* sql`create index audit_logs_created on audit_logs (created_at desc, id desc)`
  yield* sql`create index audit_logs_entity on audit_logs (entity_type, entity_id)`

  yield* sql`
    create table application_settings (
      singleton boolean primary key default true check (singleton),
      settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
      updated_at timestamptz
    )`
  yield* sql`insert into application_settings default values`
})
