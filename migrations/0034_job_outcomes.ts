import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A build before this one writes down completed runs alone, which is what a row without a word is. */
export const oldestBuild = 33

/** How each run of a scheduled job ended, and since when a lease is held, so that a run that was killed can be told. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    alter table job_runs add column outcome text not null default 'completed'
      check (outcome in ('completed', 'failed', 'interrupted', 'skipped'))`
  yield* sql`create index job_runs_completed on job_runs (job, started_at desc) where outcome = 'completed'`
  yield* sql`alter table job_leases add column taken_at timestamptz`
})
