import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

export type Conditions = ReadonlyArray<Statement.Fragment>

export const whereOneOf = (
  sql: SqlClient.SqlClient,
  column: string,
  values: ReadonlyArray<string> | undefined
): Conditions => (values === undefined ? [] : [sql`${sql.literal(column)} in ${sql.in(values)}`])

export const whereBetween = (
  sql: SqlClient.SqlClient,
  column: string,
  least: number | undefined,
  most: number | undefined
): Conditions => [
  ...(least === undefined ? [] : [sql`${sql.literal(column)} >= ${least}::bigint`]),
  ...(most === undefined ? [] : [sql`${sql.literal(column)} <= ${most}::bigint`])
]

export const whereDuring = (
  sql: SqlClient.SqlClient,
  column: string,
  after: DateTime.Utc | undefined,
  before: DateTime.Utc | undefined
): Conditions => [
  ...(after === undefined ? [] : [sql`${sql.literal(column)} >= ${DateTime.toDateUtc(after)}`]),
  ...(before === undefined ? [] : [sql`${sql.literal(column)} < ${DateTime.toDateUtc(before)}`])
]
