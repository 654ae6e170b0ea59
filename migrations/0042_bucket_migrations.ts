import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. */
export const oldestBuild = 41

/** Drafts of bucket migrations, and the run that each became. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table bucket_migrations (
      id integer generated always as identity primary key,
      listing_key text not null,
      target_listing_key text not null,
      draft jsonb not null,
      precheck jsonb,
      run_id integer unique references work_runs (id) on delete cascade,
      user_id integer references ui_users (id) on delete set null,
      email text,
      created_at timestamptz not null default now()
    )`
  yield* sql`create index bucket_migrations_of_listing on bucket_migrations (listing_key, id desc)`
})
