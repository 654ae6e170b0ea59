import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Selects runs `r` to delete, except each job's last success, which job reports need. */
export const oldRuns = (sql: SqlClient.SqlClient, before: DateTime.Utc): Statement.Fragment => {
  const moment = DateTime.toDateUtc(before)
  return sql`r.finished_at < ${moment} and not (
    r.outcome = 'completed'
    and not exists (select from job_runs l where l.job = r.job and l.outcome = 'completed'
      and l.started_at > r.started_at)
    and exists (select from job_runs n where n.job = r.job and n.started_at > r.started_at
      and n.finished_at >= ${moment})
  )`
}
