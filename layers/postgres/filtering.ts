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
  minimum: number | undefined,
  maximum: number | undefined
): Conditions => [
  ...(minimum === undefined ? [] : [sql`${sql.literal(column)} >= ${minimum}::bigint`]),
  ...(maximum === undefined ? [] : [sql`${sql.literal(column)} <= ${maximum}::bigint`])
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
