import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { accessLogActionOf } from "#domain/usage/accesslogs/accessLogAction.ts"
import { accessLogResultOf, type AccessLogCursor } from "#domain/usage/accesslogs/AccessLog.ts"
import type { AccessLogLine } from "#domain/usage/accesslogs/AccessLogLine.ts"
import * as AccessLogRecordsSql from "#layers/sql/usage/accesslogs/AccessLogRecordsSql.ts"
import * as AccessLogSourcesSql from "#layers/sql/usage/accesslogs/AccessLogSourcesSql.ts"
import { logConditions } from "#layers/sql/usage/accesslogs/logConditions.ts"
import { AccessLogRecords, type LogPart, type LogSelection } from "#services/usage/accesslogs/AccessLogRecords.ts"
import { AccessLogSources } from "#services/usage/accesslogs/AccessLogSources.ts"
import { accessLogFilters, LOG_WEEKS, seedAccessLogRows } from "../../../support/accessLogRows.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const services = Layer.mergeAll(AccessLogRecordsSql.layer, AccessLogSourcesSql.layer).pipe(
  Layer.provideMerge(TestDatabase.layer)
)

const START = Date.UTC(2026, 8, 30, 12)
const WEEK = 7 * 86_400_000
const now = DateTime.makeUnsafe(START)

const line = (fields: Partial<AccessLogLine> = {}): AccessLogLine => ({
  at: START,
  client_address: "10.0.0.1",
  requester: "ada",
  request_id: "z.1.1",
  operation: "REST.GET.OBJECT",
  key: "data/a",
  method: "GET",
  uri: "/b/data/a",
  status: 200,
  error_code: null,
  size_bytes: 5,
  duration_ms: 4,
  version_id: null,
  auth: "header",
  user_agent: null,
  key_checked: true,
  ...fields
})

const account = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["access_logs", "access_log_sources", "rgw_accounts", "storage_endpoints"])
    yield* sql`delete from ${sql(table)}`
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values ('Paris', 'http://localhost:9', '{"features": {}}', now(), now()) returning id`
  const [row] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('Research', 'RGW1', 'root', ${endpoint!.id}, 'key', 'unreadable', now()) returning id`
  const sources = yield* AccessLogSources
  const add = (bucket: string) => sources.set(row!.id, { bucket, log_bucket: "logs", enabled: true, state: "on" }, now)
  return { id: row!.id, first: yield* add("first"), second: yield* add("second") }
})

const partOf = (account_id: number, source_id: number, more: Partial<LogPart> = {}): LogPart => ({
  account_id,
  source_id,
  key: "first/2026-09-30",
  etag: "e1",
  from: 0,
  to: 100,
  finished: true,
  lines: [line()],
  refused: 0,
  ...more
})

layer(services, { excludeTestServices: true, timeout: "120 seconds" })("rows of access logs", (it) => {
  it.effect("stores each part of a log object once, also when two processes store it at the same time", () =>
    Effect.gen(function* () {
      const { first, id } = yield* account
      const records = yield* AccessLogRecords
      const part = partOf(id, first, { finished: false, lines: [line(), line({ request_id: "z.1.2" })] })
      const answers = yield* Effect.all([records.store(part, now), records.store(part, now)], { concurrency: 2 })
      assert.deepStrictEqual([...answers].sort(), [false, true])
      const rest = { ...part, from: 100, to: 150, finished: true, lines: [line({ request_id: "z.1.3" })] }
      assert.isFalse(yield* records.store({ ...rest, from: 90 }, now))
      assert.deepStrictEqual(
        (yield* Effect.all([records.store(rest, now), records.store(rest, now)], { concurrency: 2 })).toSorted(),
        [false, true]
      )
      assert.isFalse(yield* records.store({ ...rest, from: 150, to: 160 }, now))
      assert.deepStrictEqual(yield* records.progress(first, [part, { key: part.key, etag: "e2" }]), [
        { key: part.key, etag: "e1", read_bytes: 150, finished: true }
      ])
      const rows = yield* records.page({ account_id: id, places: null }, 10, undefined)
      assert.deepStrictEqual(
        rows.map((row) => row.request_id),
        ["z.1.3", "z.1.2", "z.1.1"]
      )
      assert.isTrue(yield* records.store({ ...part, etag: "e2" }, now))
    })
  )

  it.effect("stores nothing of a part that cannot be stored whole", () =>
    Effect.gen(function* () {
      const { first, id } = yield* account
      const records = yield* AccessLogRecords
      const broken = partOf(id, first, { lines: [line(), line({ status: 99_999_999 })] })
      const exit = yield* Effect.exit(records.store(broken, now))
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual(yield* records.progress(first, [broken]), [])
      assert.deepStrictEqual(yield* records.page({ account_id: id, places: null }, 10, undefined), [])
      assert.isTrue(yield* records.store(partOf(id, first), now))
    })
  )

  it.effect("keeps hostile texts, and no signature of a presigned address", () =>
    Effect.gen(function* () {
      const { first, id } = yield* account
      const records = yield* AccessLogRecords
      const key = `a\u0000b\n"'; drop table access_logs; --%_${"ü".repeat(3_000)}`
      const uri = "/b/a?X-Amz-Expires=9&X-Amz-Signature=abc&X-Amz-Credential=AK%2F1&x-id=GetObject"
      yield* records.store(partOf(id, first, { lines: [line({ key, uri, requester: "tenant$ada" })] }), now)
      const [row] = yield* records.page({ account_id: id, places: null, path: "a" }, 10, undefined)
      assert.strictEqual(row!.uri, "/b/a?X-Amz-Expires=9&X-Amz-Signature=-&X-Amz-Credential=-&x-id=GetObject")
      assert.isTrue(row!.path!.endsWith("ü") && row!.path!.length <= 2_000 && row!.path!.includes("\n\"'; drop"))
      assert.deepStrictEqual(row!.identity, { id: "tenant$ada", name: "tenant$ada", email: null })
    })
  )

  it.effect("filters and pages as a recount by hand does", () =>
    Effect.gen(function* () {
      const { first, id, second } = yield* account
      const records = yield* AccessLogRecords
      const operations = ["REST.GET.OBJECT", "REST.PUT.OBJECT", "REST.GET.BUCKET", "REST.POST.DELETE_MULTI_OBJECT"]
      const keys = ["data/a", "data/b_", "data%", "other/ü", "data", null]
      const made = Array.from({ length: 240 }, (_, index) => ({
        source: index % 3 === 0 ? second : first,
        line: line({
          at: START - (index % 40) * 46_000_000,
          request_id: `z.1.${index}`,
          requester: ["ada", "bob", "anonymous"][index % 3]!,
          operation: operations[index % 4]!,
          key: keys[index % 6]!,
          status: [200, 204, 403, 404, 500][index % 5]!
        })
      }))
      for (const [index, { line, source }] of made.entries())
        yield* records.store(partOf(id, source, { key: `o/${index}`, lines: [line] }), now)

      const selections: ReadonlyArray<Omit<LogSelection, "account_id">> = [
        { places: null },
        { places: [] },
        { places: [{ source_id: first, prefix: "" }] },
        { places: [{ source_id: first, prefix: "data/" }] },
        {
          places: [
            { source_id: first, prefix: "other/" },
            { source_id: second, prefix: "data" }
          ],
          action: "read"
        },
        { places: null, action: "delete", result: "denied" },
        { places: null, path: "data%" },
        { places: null, path: "data/b_" },
        { places: null, path: "other/ü" },
        { places: null, identity: "bob" },
        { places: null, identity: "nobody" },
        { places: null, result: "not_found" },
        { places: null, result: "error", from: DateTime.makeUnsafe(START - WEEK) },
        { places: null, result: "success", from: DateTime.makeUnsafe(START - 2 * WEEK), to: now }
      ]
      const matches = (selection: Omit<LogSelection, "account_id">, { line, source }: (typeof made)[number]) =>
        (selection.places === null ||
          selection.places.some(
            (place) =>
              place.source_id === source &&
              (line.key ?? "").startsWith(place.prefix) &&
              (place.prefix === "" || line.key !== null)
          )) &&
        (selection.action === undefined || accessLogActionOf(line.operation) === selection.action) &&
        (selection.path === undefined || (line.key?.startsWith(selection.path) ?? false)) &&
        (selection.identity === undefined || line.requester === selection.identity) &&
        (selection.result === undefined || accessLogResultOf(line.status) === selection.result) &&
        (selection.from === undefined || line.at >= DateTime.toEpochMillis(selection.from)) &&
        (selection.to === undefined || line.at < DateTime.toEpochMillis(selection.to))
      for (const selection of selections) {
        const expected = made
          .map((one, index) => ({ ...one, index }))
          .filter((one) => matches(selection, one))
          .sort((a, b) => b.line.at - a.line.at || b.index - a.index)
          .map((one) => one.line.request_id)
        const read: Array<string> = []
        let after: AccessLogCursor | undefined
        do {
          const rows = yield* records.page({ account_id: id, ...selection }, 7, after)
          read.push(...rows.map((row) => row.request_id))
          const last = rows.at(-1)
          after = rows.length < 7 || last === undefined ? undefined : [Date.parse(last.at), last.id]
        } while (after !== undefined)
        assert.deepStrictEqual(read, expected, JSON.stringify(selection))
      }
      assert.deepStrictEqual(yield* records.page({ account_id: id + 1, places: null }, 7, undefined), [])
    })
  )

  it.effect("drops weeks that ended before the retention, and rows of deleted accounts in batches", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { first, id, second } = yield* account
      const records = yield* AccessLogRecords
      const monday = Date.UTC(2026, 9, 5)
      const times = [monday - 1, monday, monday + WEEK]
      yield* records.store(partOf(id, first, { lines: times.map((at) => line({ at })) }), now)
      const left = Effect.map(records.page({ account_id: id, places: null }, 10, undefined), (rows) =>
        rows.map((row) => Date.parse(row.at)).toSorted()
      )
      const dropped = (at: number) => Effect.andThen(records.dropWeeks(DateTime.makeUnsafe(at)), left)
      assert.deepStrictEqual(yield* dropped(monday - 1), times)
      assert.deepStrictEqual(yield* dropped(monday), times.slice(1))
      assert.deepStrictEqual(yield* dropped(monday + WEEK - 1), times.slice(1))
      assert.deepStrictEqual(yield* dropped(monday + WEEK), times.slice(2))
      yield* records.store(partOf(id, second, { lines: [line({ at: monday }), line({ at: monday })] }), now)
      assert.lengthOf(yield* left, 3)

      yield* sql`delete from rgw_accounts where id = ${id}`
      let deleted = 0
      for (let count = yield* records.deleteOrphans(1); count > 0; count = yield* records.deleteOrphans(1))
        deleted += count
      assert.strictEqual(deleted, 3 + 2)
      assert.deepStrictEqual(yield* sql`select id from access_logs`, [])
      assert.deepStrictEqual(yield* sql`select id from access_log_sources`, [])
    })
  )

  it.effect("reads the first page of every filter of 200,000 rows by an index", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { first, id } = yield* account
      const records = yield* AccessLogRecords
      const sources = yield* AccessLogSources
      const weeks = Array.from({ length: LOG_WEEKS }, (_, week) => START - week * WEEK)
      yield* records.store(partOf(id, first, { lines: weeks.map((at) => line({ at })) }), now)
      for (let count = 0; count < 40; count++)
        yield* sources.set(id, { bucket: `more-${count}`, log_bucket: "logs", enabled: true, state: "on" }, now)
      const all = (yield* sources.view(id, 0)).sources.map((one) => one.id)
      yield* seedAccessLogRows(sql, id, all, { start: START, from: 1, to: 200_000 })
      yield* sql`analyze access_logs`
      const big = yield* sql<{ name: string }>`
        select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'access_logs'::regclass and c.reltuples > 1000`
      assert.isAtLeast(big.length, 10)
      for (const [what, selection, position] of accessLogFilters(all, START)) {
        const plan = yield* sql<{ "QUERY PLAN": string }>`
          explain select * from access_logs l where ${logConditions(sql, { account_id: id, ...selection }, position)}
          order by l.at desc, l.id desc limit 100`
        const text = plan.map((row) => row["QUERY PLAN"]).join("\n")
        assert.match(text, /Index|Bitmap/u, `${what}\n${text}`)
        for (const { name } of big) assert.notInclude(text, `Seq Scan on ${name} `, `${what}\n${text}`)
      }
    })
  )
})
