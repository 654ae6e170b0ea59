import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Uploads in progress, so that those of a closed page or killed service can be aborted. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table uploads (
      id uuid primary key,
      user_id integer references ui_users (id) on delete set null,
      context_id text not null,
      listing_key text not null,
      bucket text not null,
      object_key text not null,
      content_type text not null,
      size_bytes bigint not null check (size_bytes >= 0),
      strategy text not null check (strategy in ('single', 'multipart')),
      transport text not null check (transport in ('direct', 'proxied')),
      part_size_bytes bigint not null check (part_size_bytes > 0),
      part_count integer not null check (part_count between 1 and 10000),
      gateway_upload_id text,
      created_at timestamptz not null,
      active_at timestamptz not null,
      completed_at timestamptz,
      check ((strategy = 'multipart') = (gateway_upload_id is not null))
    )`
  yield* sql`create index uploads_active on uploads (active_at)`
})
