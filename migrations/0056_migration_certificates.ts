import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. */
export const oldestBuild = 55

/** Compared objects of bucket migrations, and the key that signs their certificates. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // complete once `verified_at` is set
  yield* sql`
    create table bucket_migration_manifests (
      id integer generated always as identity primary key,
      run_id integer not null references work_runs (id) on delete cascade,
      portion text not null,
      verified_at timestamptz,
      counts jsonb,
      pages integer,
      unique (run_id, portion)
    )`
  yield* sql`
    create table bucket_migration_manifest_pages (
      manifest_id integer not null references bucket_migration_manifests (id) on delete cascade,
      page integer not null,
      lines text not null,
      primary key (manifest_id, page)
    )`
  yield* sql`
    create table certificate_keys (
      id uuid primary key,
      single boolean not null default true unique check (single),
      public_key jsonb not null,
      private_key text not null,
      created_at timestamptz not null default now()
    )`
})
