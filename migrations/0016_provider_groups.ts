import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table ui_group_members add column by_hand boolean not null default true`
  // providers of the environment have no row, so nothing references identity_providers
  yield* sql`
    create table ui_group_member_origins (
      group_id integer not null,
      user_id integer not null,
      provider_type text not null check (provider_type in ('oidc', 'ldap')),
      provider_id text not null,
      created_at timestamptz not null,
      primary key (user_id, group_id, provider_type, provider_id),
      foreign key (group_id, user_id) references ui_group_members (group_id, user_id) on delete cascade
    )`
  yield* sql`create index ui_group_member_origins_group on ui_group_member_origins (group_id, user_id)`
  yield* sql`create index ui_group_member_origins_provider on ui_group_member_origins (provider_type, provider_id)`
  yield* sql`
    create trigger ui_group_member_origins_turn before insert or update or delete on ui_group_member_origins for each statement
      execute function take_association_turn()`

  // a membership without a source ends
  yield* sql`
    create function end_ungiven_memberships() returns trigger language plpgsql as $$
    begin
      delete from ui_group_members m where not m.by_hand
        and (m.group_id, m.user_id) in (select group_id, user_id from gone)
        and not exists (select from ui_group_member_origins o where o.group_id = m.group_id and o.user_id = m.user_id);
      return null;
    end $$`
  yield* sql`
    create trigger ui_group_member_origins_gone after delete on ui_group_member_origins referencing old table as gone for each statement
      execute function end_ungiven_memberships()`

  // a revoked or deleted identity ends its memberships, unless the user has another identity of that provider
  yield* sql`
    create function end_memberships_of_identity() returns trigger language plpgsql as $$
    begin
      if exists (select from external_identities i where i.user_id = old.user_id and i.provider_type = old.provider_type
          and i.provider_id = old.provider_id and i.revoked_at is null)
        -- the turn is taken by those alone who end something
        or not exists (select from ui_group_member_origins o where o.user_id = old.user_id and o.provider_type = old.provider_type and o.provider_id = old.provider_id)
      then
        return null;
      end if;
      delete from ui_group_member_origins o where o.user_id = old.user_id and o.provider_type = old.provider_type and o.provider_id = old.provider_id;
      return null;
    end $$`
  yield* sql`
    create trigger external_identities_revoked after update of revoked_at, user_id on external_identities for each row
      when (new.revoked_at is not null or new.user_id <> old.user_id) execute function end_memberships_of_identity()`
  yield* sql`
    create trigger external_identities_gone after delete on external_identities for each row execute function end_memberships_of_identity()`

  // the check of 0011 compares with a nullable column, which passes
  yield* sql`alter table s3_connections add constraint s3_connections_capabilities_said check (capabilities ? 'can_manage_iam')`

  // notifies other windows of a new private connection
  yield* sql`
    create function announce_new_connection() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'AssociationsChanged', 'userId', new.owner_user_id::text)::text);
      return null;
    end $$`
  yield* sql`
    create trigger s3_connections_added after insert on s3_connections for each row when (new.owner_user_id is not null)
      execute function announce_new_connection()`
})
