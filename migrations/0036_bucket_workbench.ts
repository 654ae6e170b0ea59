import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const oldestBuild = 35

/** Rows of the bucket workbenches: identity and lower-case names of buckets, their features and owners, and UI tags. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table bucket_listing_rows
      add column bucket_id text,
      add column read_tracker bigint,
      add column name_ci text generated always as (lower(name)) stored,
      add column tenant_ci text generated always as (lower(tenant)) stored,
      add column owner_ci text generated always as (lower(owner)) stored`
  yield* sql`create index bucket_listing_rows_id on bucket_listing_rows (key, bucket_id)`

  // states as in the API; null: not read. The place is the endpoint, or the listing of a context without bucket ids.
  yield* sql`
    create table bucket_features (
      place text not null,
      tenant text not null,
      name text not null,
      bucket_id text,
      read_tracker bigint,
      read_at timestamptz not null,
      versioning text, object_lock text, encryption text, tags text, quota text, public_access_block text, acl text,
      policy text, cors text, website text, lifecycle text, logging text, notifications text, replication text,
      object_lock_mode text,
      object_lock_retention_days integer,
      logging_target_bucket text,
      policy_statement_count integer,
      cells jsonb not null check (jsonb_typeof(cells) = 'object'),
      primary key (place, tenant, name)
    )`
  yield* sql`
    create table bucket_lifecycle_rules (
      place text not null, tenant text not null, name text not null, rule integer not null,
      rule_id text, prefix text, expiration_days integer, noncurrent_days integer, abort_multipart_days integer,
      primary key (place, tenant, name, rule),
      foreign key (place, tenant, name) references bucket_features (place, tenant, name) on delete cascade
    )`
  yield* sql`
    create table bucket_cors_rules (
      place text not null, tenant text not null, name text not null, rule integer not null,
      rule_id text, allowed_methods text[] not null, allowed_origins text[] not null,
      primary key (place, tenant, name, rule),
      foreign key (place, tenant, name) references bucket_features (place, tenant, name) on delete cascade
    )`
  yield* sql`
    create table bucket_tag_pairs (
      place text not null, tenant text not null, name text not null, rule integer not null,
      key text not null, value text not null,
      primary key (place, tenant, name, rule),
      foreign key (place, tenant, name) references bucket_features (place, tenant, name) on delete cascade
    )`
  yield* sql`
    create table bucket_owners (
      endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      owner text not null,
      kind text not null check (kind in ('account', 'user')),
      name text,
      name_ci text,
      quota_max_size_bytes bigint,
      quota_max_objects bigint,
      read_at timestamptz not null,
      primary key (endpoint_id, owner)
    )`

  // without an endpoint: tags of Storage Ops; without a user: shared by all operators of the endpoint
  yield* sql`
    create table bucket_ui_tags (
      id integer generated always as identity primary key,
      endpoint_id integer references storage_endpoints (id) on delete cascade,
      user_id integer references ui_users (id) on delete cascade,
      label text not null,
      label_ci text not null,
      color text not null,
      check (endpoint_id is not null or user_id is not null)
    )`
  yield* sql`
    create unique index bucket_ui_tags_label
      on bucket_ui_tags (coalesce(endpoint_id, 0), coalesce(user_id, 0), label_ci)`
  yield* sql`
    create table bucket_ui_tag_buckets (
      tag_id integer not null references bucket_ui_tags (id) on delete cascade,
      place text not null,
      tenant text not null,
      name text not null,
      bucket_id text,
      primary key (tag_id, place, tenant, name)
    )`
  yield* sql`create index bucket_ui_tag_buckets_bucket on bucket_ui_tag_buckets (place, tenant, name)`
})
