import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Changes of bucket features with the gateway's documents before and after. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table feature_changes (
      id integer generated always as identity primary key,
      change_id uuid not null unique,
      listing_key text not null,
      bucket text not null,
      feature text not null,
      origin text not null check (origin in ('edit', 'undo', 'copy', 'create')),
      before_document text,
      after_document text,
      user_id integer references ui_users (id) on delete set null,
      email text,
      undoes integer unique references feature_changes (id) on delete cascade,
      changed_at timestamptz not null
    )`
  yield* sql`create index feature_changes_of_bucket on feature_changes (listing_key, bucket, id desc)`
  yield* sql`create index feature_changes_of_user on feature_changes (user_id) where user_id is not null`
})
