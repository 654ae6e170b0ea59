import type { SqlClient, Statement } from "effect/sql"

export const deleteOldRows = (
  sql: SqlClient.SqlClient,
  table: string,
  isOld: Statement.Fragment,
  limit: number
): Statement.Fragment => sql`
  delete from ${sql(table)} where ctid = any (array(
    select ctid from ${sql(table)} where ${isOld} limit ${limit} for update skip locked
  )) returning 1`
