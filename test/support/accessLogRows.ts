import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { AccessLogCursor } from "#domain/usage/accesslogs/AccessLog.ts"
import type { LogSelection } from "#services/usage/accesslogs/AccessLogRecords.ts"

const WEEK = 7 * 86_400_000
export const LOG_WEEKS = 12

/** Stores rows of 100 identities in all sources; their weekly partitions must exist. `start` in milliseconds. */
export const seedAccessLogRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountId: number,
  sources: ReadonlyArray<number>,
  rows: { readonly start: number; readonly from: number; readonly to: number }
) {
  yield* sql`
    insert into access_log_identities (rgw_account_id, uid) select ${accountId}::int, 'user-' || n
    from generate_series(1, 100) n on conflict do nothing`
  yield* sql`
    insert into access_logs (at, rgw_account_id, source_id, identity_id, status, key_checked, action, operation,
      key, method, uri, request_id)
    select ${new Date(rows.start)}::timestamptz - ((n * 2654435761) % 217728000) * interval '30 milliseconds',
      ${accountId}::int,
      (${JSON.stringify(sources)}::text::jsonb ->> (n % ${sources.length}::int)::int)::int,
      (select min(id) from access_log_identities where rgw_account_id = ${accountId} and uid like 'user-%')
        + (n % 100)::int,
      case when n % 50 = 0 then 403 when n % 70 = 0 then 404 else 200 end, true,
      (array['read', 'write', 'list', 'delete'])[1 + (n % 4)::int], 'REST.GET.OBJECT',
      'data/' || n % 1000 || '/' || n, 'GET', '/', 'z.' || n
    from generate_series(${rows.from}::float8::bigint, ${rows.to}::float8::bigint) n`
})

type Filter = readonly [name: string, selection: Omit<LogSelection, "account_id">, after?: AccessLogCursor]

export const accessLogFilters = (sources: ReadonlyArray<number>, start: number): ReadonlyArray<Filter> => {
  const place = { source_id: sources[3] ?? 0, prefix: "" }
  const after: AccessLogCursor = [start - 3 * WEEK, 100]
  const placeOf = (source_id: number) => ({ source_id, prefix: "" })
  return [
    ["all", { places: null }],
    ["a later page", { places: null }, after],
    ["space", { places: [place] }],
    ["a later page of a space", { places: [place] }, after],
    ["folder", { places: [{ ...place, prefix: "data/17/" }] }],
    ["spaces", { places: sources.slice(0, 20).map(placeOf) }],
    ["action", { places: null, action: "delete" }],
    ["action in a space", { places: [place], action: "delete" }],
    ["path", { places: [place], path: "data/17/" }],
    ["path of no row", { places: [place], path: "nothing/" }],
    ["path everywhere", { places: sources.map(placeOf), path: "data/17/1" }],
    ["action of no row", { places: null, action: "configuration" }],
    ["action of no row in a space", { places: [place], action: "configuration" }],
    ["identity", { places: null, identity: "user-7" }],
    ["identity in a space", { places: [place], identity: "user-3" }],
    ["identity of no row in a space", { places: [place], identity: "user-7" }],
    ["identity of no row", { places: null, identity: "nobody" }],
    ["result", { places: null, result: "denied" }],
    ["result of no row", { places: null, result: "error" }],
    ["result in a space", { places: [place], result: "not_found" }],
    ["result of no row in a space", { places: [place], result: "denied" }],
    ["result of an identity", { places: null, identity: "user-3", result: "not_found" }],
    ["action of no row of an identity", { places: null, identity: "user-3", action: "read" }],
    ["action and result of no row", { places: null, action: "configuration", result: "denied" }],
    ["time", { places: null, from: DateTime.makeUnsafe(start - 2 * WEEK), to: DateTime.makeUnsafe(start - WEEK) }]
  ]
}
