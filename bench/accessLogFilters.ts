import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"
import * as AccessLogRecordsSql from "#layers/sql/usage/accesslogs/AccessLogRecordsSql.ts"
import * as AccessLogSourcesSql from "#layers/sql/usage/accesslogs/AccessLogSourcesSql.ts"
import { AccessLogRecords } from "#services/usage/accesslogs/AccessLogRecords.ts"
import { AccessLogSources } from "#services/usage/accesslogs/AccessLogSources.ts"
import { accessLogFilters, LOG_WEEKS, seedAccessLogRows } from "../test/support/accessLogRows.ts"
import { TestSettings } from "../test/support/testSettings.ts"
import { accessLogText } from "./support/accessLogText.ts"
import { milliseconds, printLatencies } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

/** The aim is 10,000,000 rows, which take 4 GB: set ROWS where the machine has room. */
const rows = benchSize("ROWS", 1_000_000, 2_000)
const rounds = benchSize("ROUNDS", 9, 1)
const MAX_MEDIAN_MILLIS = 300
const SOURCES = 40
const BATCH = 20_000
const PAGE = 100
const start = Date.UTC(2026, 8, 30, 12)
const WEEK = 7 * 86_400_000

const line = (at: number): AccessLogLine => ({
  at,
  client_address: null,
  requester: "bench",
  request_id: `z.${at}`,
  operation: "REST.GET.OBJECT",
  key: "a",
  method: "GET",
  uri: "/b/a",
  status: 200,
  error_code: null,
  size_bytes: null,
  duration_ms: null,
  version_id: null,
  auth: null,
  user_agent: null,
  key_checked: true
})

const partitionsOf = (sql: SqlClient.SqlClient) =>
  sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'access_logs'::regclass order by 1`

/** Builds the indexes after `load`, a week at a time, which is faster than per row. */
const withoutIndexes = <A, E, R>(sql: SqlClient.SqlClient, load: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const indexes = yield* sql<{ name: string; definition: string }>`
      select indexname::text as name, indexdef as definition from pg_indexes where tablename = 'access_logs'`
    for (const { name } of indexes) yield* sql`drop index ${sql(name)}`.unprepared
    const loaded = yield* load
    const weeks = yield* partitionsOf(sql)
    for (const { definition } of indexes) {
      const columns = definition.slice(definition.indexOf(" USING "))
      for (const week of weeks) yield* sql`create index on ${sql(week.name)} ${sql.literal(columns)}`.unprepared
      yield* sql`${sql.literal(definition.replace(" ON ONLY ", " ON "))}`.unprepared
    }
    for (const week of weeks) yield* sql`vacuum analyze ${sql(week.name)}`.unprepared
    return loaded
  })

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const records = yield* AccessLogRecords
  const sources = yield* AccessLogSources
  const now = DateTime.makeUnsafe(start)
  yield* sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('bench', 'http://127.0.0.1:9', '{"features":{}}', now(), now())`
  yield* sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('bench', 'RGW1', 'root', 1, 'key', 'unreadable', now())`
  const all = yield* Effect.forEach(Array.from({ length: SOURCES }), (_, count) =>
    sources.set(1, { bucket: `bucket-${count}`, log_bucket: "logs", enabled: true, state: "on" }, now)
  )
  yield* records.store(
    {
      account_id: 1,
      source_id: all[0] ?? 0,
      key: "weeks",
      etag: "e",
      from: 0,
      to: 1,
      finished: true,
      lines: Array.from({ length: LOG_WEEKS }, (_, week) => line(start - week * WEEK)),
      refused: 0
    },
    now
  )
  yield* withoutIndexes(
    sql,
    Effect.gen(function* () {
      for (let from = 1; from <= rows; from += BATCH)
        yield* seedAccessLogRows(sql, 1, all, { start, from, to: Math.min(rows, from + BATCH - 1) })
    })
  )
  return all
})

const folder = mkdtempSync(path.join(tmpdir(), "stowage-bench-"))

const awkTimes = (): ReadonlyArray<number> | null => {
  const file = path.join(folder, "log")
  const block = 50_000
  for (let count = 0; count < rows; count += block)
    writeFileSync(file, accessLogText(Math.min(block, rows - count)), { flag: "a" })
  const times = Array.from({ length: Math.min(rounds, 3) }, () => {
    const began = performance.now()
    const { status } = spawnSync("awk", ["{ count[$8]++ } END { for (name in count) print name, count[name] }", file])
    return status === 0 ? performance.now() - began : null
  }).filter((time) => time !== null)
  rmSync(file)
  return times.length === 0 ? null : times
}

const program = Effect.gen(function* () {
  const bare = awkTimes()
  const sources = yield* seed
  const records = yield* AccessLogRecords
  const latencies = yield* Effect.forEach(
    accessLogFilters(sources, start),
    Effect.fnUntraced(function* ([what, selection, after]) {
      const read = records.page({ account_id: 1, ...selection }, PAGE, after)
      yield* read
      const ours = yield* Effect.forEach(Array.from({ length: rounds }), () => milliseconds(read))
      return { what, ours, bare }
    })
  )
  printLatencies(`Filters of ${rows} access log rows, awk counts as bare (ms)`, latencies, MAX_MEDIAN_MILLIS)
})

const services = Layer.mergeAll(AccessLogRecordsSql.layer, AccessLogSourcesSql.layer).pipe(
  Layer.provideMerge(Layer.effectDiscard(Migrations.migrate())),
  Layer.provideMerge(Database.layer({ url: Option.none(), dataDir: path.join(folder, "postgres"), maxConnections: 2 })),
  Layer.provide(TestSettings())
)
await Effect.runPromise(program.pipe(Effect.provide(services))).finally(() => rmSync(folder, { recursive: true }))
