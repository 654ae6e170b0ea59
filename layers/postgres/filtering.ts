import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/**
 * Conditions of filters. Columns are our own texts, values are parameters; what is not asked for is no condition, so that a
 * listing knows whether anything narrows it.
 */
export type Conditions = ReadonlyArray<Statement.Fragment>

/** The value of a column is one of these. */
export const oneOf = (sql: SqlClient.SqlClient, column: string, values: ReadonlyArray<string> | undefined): Conditions =>
  values === undefined ? [] : [sql`${sql.literal(column)} in ${sql.in(values)}`]

/** The number of a column is within bounds, both included; what is not known is not. */
export const within = (sql: SqlClient.SqlClient, column: string, least: number | undefined, most: number | undefined): Conditions => [
  ...(least === undefined ? [] : [sql`${sql.literal(column)} >= ${least}::bigint`]),
  ...(most === undefined ? [] : [sql`${sql.literal(column)} <= ${most}::bigint`])
]

/** The moment of a column is in a time: its beginning is, its end is not. */
export const during = (sql: SqlClient.SqlClient, column: string, after: DateTime.Utc | undefined, before: DateTime.Utc | undefined): Conditions => [
  ...(after === undefined ? [] : [sql`${sql.literal(column)} >= ${DateTime.toDateUtc(after)}`]),
  ...(before === undefined ? [] : [sql`${sql.literal(column)} < ${DateTime.toDateUtc(before)}`])
]
