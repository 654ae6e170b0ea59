import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The build before works beside this: it makes no probes. */
export const oldestBuild = 56

/** Probes of storage endpoints for the Portal's status page, and the notes that administrators write there. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table storage_probes (
      storage_endpoint_id integer not null references storage_endpoints (id) on delete cascade,
      probed_at timestamptz not null,
      outcome text not null check (outcome in ('succeeded', 'failed', 'not_possible')),
      put_ms integer,
      get_ms integer,
      list_ms integer,
      delete_ms integer,
      operation text check (operation in ('put', 'get', 'list', 'delete')),
      cause text,
      check ((outcome = 'succeeded') = (cause is null)),
      primary key (storage_endpoint_id, probed_at)
    )`
  yield* sql`create index storage_probes_age on storage_probes (probed_at)`
  yield* sql`
    create table storage_status_notes (
      storage_endpoint_id integer primary key references storage_endpoints (id) on delete cascade,
      text text not null,
      written_at timestamptz not null
    )`
})
