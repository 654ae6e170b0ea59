import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. Older builds write completed runs only; their `verify-audit` reports archived entries as deleted. */
export const oldestBuild = 33

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table job_runs add column outcome text not null default 'completed'
      check (outcome in ('completed', 'failed', 'interrupted', 'skipped'))`
  yield* sql`create index job_runs_completed on job_runs (job, started_at desc) where outcome = 'completed'`
  yield* sql`alter table job_leases add column taken_at timestamptz`

  // one signed row per archive, never deleted
  yield* sql`
    create table audit_archives (
      last_seq bigint primary key,
      first_seq bigint not null unique check (first_seq > 0),
      previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
      last_hash text not null check (last_hash ~ '^[0-9a-f]{64}$'),
      entry_count bigint not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      file_name text not null,
      file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
      archived_at timestamptz not null,
      archived_by text not null,
      signature text not null,
      check (last_seq >= first_seq)
    )`
})
