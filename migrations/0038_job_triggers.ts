import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. Older builds run jobs by schedule and by the internal route; their runs count as scheduled. */
export const oldestBuild = 37

/** Trigger and process of each run of a job. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["job_runs", "job_leases"])
    yield* sql`
      alter table ${sql(table)}
        add column trigger text not null default 'schedule' check (trigger in ('schedule', 'internal', 'administrator')),
        add column replica text`
  yield* sql`create index job_runs_newest on job_runs (job, id desc)`
})
