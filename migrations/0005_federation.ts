import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table identity_providers (
      type text not null check (type in ('oidc', 'ldap')),
      id text not null check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
      label text not null check (btrim(label) <> ''),
      is_enabled boolean not null,
      config jsonb not null check (jsonb_typeof(config) = 'object'),
      secret text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (type, id)
    )`
  // providers of the environment have no row, so nothing references identity_providers
  yield* sql`
    create table external_identities (
      id integer generated always as identity primary key,
      user_id integer not null references ui_users on delete cascade,
      provider_type text not null check (provider_type in ('oidc', 'ldap')),
      provider_id text not null,
      subject text not null check (subject <> ''),
      email text,
      created_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz,
      unique (provider_type, provider_id, subject)
    )`
  yield* sql`create index external_identities_user on external_identities (user_id)`
  yield* sql`
    create table identity_link_requests (
      id integer generated always as identity primary key,
      provider_type text not null check (provider_type in ('oidc', 'ldap')),
      provider_id text not null,
      subject text not null check (subject <> ''),
      email text not null,
      display_name text,
      reason text not null,
      target_user_id integer not null references ui_users on delete cascade,
      status text not null check (status in ('pending', 'approved', 'rejected', 'expired')),
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      decided_by integer references ui_users on delete set null,
      unique (provider_type, provider_id, subject),
      check ((decided_at is null) = (status in ('pending', 'expired')))
    )`
  yield* sql`create index identity_link_requests_target on identity_link_requests (target_user_id)`
  yield* sql`
    create table oidc_states (
      id uuid primary key,
      provider_id text not null,
      proof text not null,
      browser text not null,
      redirect_path text not null,
      expires_at timestamptz not null
    )`
  yield* sql`create index oidc_states_expiry on oidc_states (expires_at)`

  // any change of a user's identity or credentials ends their sessions and tokens
  yield* sql`
    create function ui_users_bump() returns trigger language plpgsql as $$
    begin
      if (new.email, new.password_hash, new.role, new.is_active) is distinct from (old.email, old.password_hash, old.role, old.is_active)
        and new.auth_version = old.auth_version
      then
        new.auth_version := old.auth_version + 1;
      end if;
      if new.auth_version <> old.auth_version then
        perform pg_notify('stowage_live', json_build_object('_tag', 'UserAccessChanged', 'userId', new.id::text)::text);
      end if;
      return new;
    end $$`
  yield* sql`create trigger ui_users_bump before update on ui_users for each row execute function ui_users_bump()`
  yield* sql`
    create function proof_bump() returns trigger language plpgsql as $$
    begin
      update ui_users set auth_version = auth_version + 1 where id = coalesce(new.user_id, old.user_id);
      return null;
    end $$`
  yield* sql`
    create trigger webauthn_credentials_bump after insert or delete on webauthn_credentials
      for each row execute function proof_bump()`
  yield* sql`
    create trigger external_identities_bump after insert or delete or update of user_id, subject, revoked_at on external_identities
      for each row execute function proof_bump()`

  yield* sql`alter table ui_users add column password_changed_at timestamptz`
  yield* sql`create index auth_sessions_live on auth_sessions (created_at desc, id desc) where revoked_at is null`
  yield* sql`create index auth_sessions_credentials on auth_sessions (absolute_expires_at) where s3_credentials is not null`
  yield* sql`create index webauthn_challenges_expiry on webauthn_challenges (expires_at)`
})
