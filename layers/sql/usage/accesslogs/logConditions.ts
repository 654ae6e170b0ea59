import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { AccessLogCursor, AccessLogResult } from "#domain/usage/accesslogs/AccessLog.ts"
import { prefixEnd } from "#domain/usage/accesslogs/prefixEnd.ts"
import type { LogSelection } from "#services/usage/accesslogs/AccessLogRecords.ts"

/** Expression of the partial indexes of failed requests (migration 0060). */
const failure = "(case when l.status in (401, 403) then 1 when l.status = 404 then 2 else 3 end)"

/** Constants, so that the planner sees that a partial index holds them. */
const resultTexts: Readonly<Record<AccessLogResult, string>> = {
  success: "l.status < 400",
  denied: `l.status >= 400 and ${failure} = 1`,
  not_found: `l.status >= 400 and ${failure} = 2`,
  error: `l.status >= 400 and ${failure} = 3`
}

export const logConditions = (
  sql: SqlClient.SqlClient,
  { account_id, action, from, identity, path, places, result, to }: LogSelection,
  after: AccessLogCursor | undefined
): Statement.Fragment => {
  const under = (prefix: string): ReadonlyArray<Statement.Fragment> => {
    if (prefix === "") return []
    const end = prefixEnd(prefix)
    return [sql`l.key ~>=~ ${prefix}`, ...(end === null ? [] : [sql`l.key ~<~ ${end}`])]
  }
  const placed =
    places === null
      ? []
      : [
          places.length === 0
            ? sql`false`
            : sql.or(
                places.map(({ prefix, source_id }) => sql.and([sql`l.source_id = ${source_id}`, ...under(prefix)]))
              )
        ]
  return sql.and([
    sql`l.rgw_account_id = ${account_id}`,
    ...placed,
    ...(action === undefined ? [] : [sql`l.action = ${action}`]),
    ...(path === undefined ? [] : under(path)),
    ...(identity === undefined
      ? []
      : [
          sql`l.identity_id = (select i.id from access_log_identities i
            where i.rgw_account_id = ${account_id} and i.uid = ${identity})`
        ]),
    ...(result === undefined ? [] : [sql.literal(resultTexts[result])]),
    ...(from === undefined ? [] : [sql`l.at >= ${DateTime.toDateUtc(from)}`]),
    ...(to === undefined ? [] : [sql`l.at < ${DateTime.toDateUtc(to)}`]),
    ...(after === undefined
      ? []
      : [sql`(l.at, l.id) < (${new Date(after[0])}::timestamptz, ${after[1]}::float8::bigint)`])
  ])
}
