import type { SqlClient, Statement } from "effect/sql"

export const countAttempt = (sql: SqlClient.SqlClient, rows: Statement.Fragment, now: Date): Statement.Fragment =>
  sql`
    insert into rate_limits as l (key, count, window_ends_at) ${rows}
    on conflict (key) do update set
      count = case when l.window_ends_at <= ${now} then 1 else l.count + 1 end,
      window_ends_at = case when l.window_ends_at <= ${now} then excluded.window_ends_at else l.window_ends_at end
    returning count, window_ends_at`
