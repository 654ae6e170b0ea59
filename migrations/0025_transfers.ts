import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table archive_orders (
      id uuid primary key,
      user_id integer references ui_users (id) on delete cascade,
      context_id text not null,
      bucket text not null,
      prefix text not null,
      keys jsonb not null,
      created_at timestamptz not null
    )`
  yield* sql`create index archive_orders_created on archive_orders (created_at)`
  yield* sql`
    alter table uploads
      add column file_modified_ms bigint,
      add column checksum text check (checksum = 'CRC32'),
      add column attributes jsonb not null default '{}'`
  yield* sql`create index uploads_of_user on uploads (user_id, context_id) where completed_at is null`
})
