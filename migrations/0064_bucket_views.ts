import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds a table. */
export const oldestBuild = 63

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // without an endpoint: views of Storage Ops; without `private_to`: shared, and they outlive their maker
  yield* sql`
    create table bucket_views (
      id integer generated always as identity primary key,
      endpoint_id integer references storage_endpoints (id) on delete cascade,
      private_to integer references ui_users (id) on delete cascade,
      maker_id integer references ui_users (id) on delete set null,
      name text not null,
      name_ci text not null,
      query jsonb not null check (jsonb_typeof(query) = 'object'),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (private_to is null or private_to = maker_id)
    )`
  yield* sql`
    create unique index bucket_views_name
      on bucket_views (coalesce(endpoint_id, 0), coalesce(private_to, 0), name_ci)`
  yield* sql`create index bucket_views_private on bucket_views (private_to)`
  yield* sql`create index bucket_views_maker on bucket_views (maker_id)`
})
