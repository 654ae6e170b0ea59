import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditLogEntry, AuditQuery } from "#domain/platform/audit/AuditLog.ts"
import { matchesAuditFilter } from "#domain/platform/audit/matchesAuditFilter.ts"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { auditPage } from "#layers/sql/platform/audit/auditPage.ts"
import { matchingEntities } from "#layers/sql/platform/audit/auditSearch.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Audit } from "#services/platform/audit/Audit.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { WholeService } from "../support/WholeService.ts"

type Entry = AuditLogEntry
interface Page {
  readonly items: ReadonlyArray<Entry>
  readonly next_cursor: string | null
  readonly code?: string
}

const person = Effect.fnUntraced(function* (role: UiRole) {
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  return { id: record.user.id, cookie: `${cookieNames.access}=${Redacted.value(opened.access)}` }
})

const ask = Effect.fnUntraced(function* (path: string, cookie: string) {
  const { publicOrigin } = yield* Settings
  const response = yield* Effect.promise(() =>
    fetch(`${publicOrigin}/api/admin/audit/${path}`, { headers: { cookie } })
  )
  return {
    status: response.status,
    response,
    body: yield* Effect.promise(
      () =>
        response
          .clone()
          .json()
          .catch(() => ({})) as Promise<Page>
    )
  }
})

const seed = (count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
  insert into audit_logs (created_at, actor_user_id, actor_email, actor_role, actor_via, scope, action, entity_type,
    entity_id, entity_label, status, message, metadata)
  select timestamptz '2026-05-01 00:00:00.000001+00' + (n / 3) * interval '1 minute', n % 7,
    'person' || n % 50 || '@example.org',
    (array['ui_superadmin', 'ui_admin', 'ui_user', null])[1 + n % 4], 'session',
      (array['admin', 'auth', 'manager'])[1 + n % 3],
    (array['bucket.create', 'session.login', 'ui_user.update'])[1 + n % 3], 'bucket', n::text, case
      when n % 997 = 0 then 'Zürich_100%' else 'label ' || n end,
    'success', 'entry ' || n, json_build_object('n', n)::jsonb
  from generate_series(1, ${count}::int) n`
  )

const whole = Effect.fnUntraced(function* (query: string, cookie: string, limit = 500) {
  const found: Array<Entry> = []
  for (let cursor: string | null = ""; ; ) {
    const { body, status }: { body: Page; status: number } = yield* ask(
      `logs?limit=${limit}&${query}${cursor === "" ? "" : `&cursor=${cursor}`}`,
      cookie
    )
    assert.strictEqual(status, 200, JSON.stringify(body))
    found.push(...body.items)
    cursor = body.next_cursor
    if (cursor === null) return found
  }
})

const idsOf = (entries: ReadonlyArray<{ readonly id: number }>) => entries.map(({ id }) => id)

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("the audit trail over HTTP", (it) => {
  it.effect(
    "is told newest first, every entry once, however its pages are cut",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { cookie } = yield* person("ui_admin")
        yield* seed(3_000)
        const rows = yield* sql<{ id: number }>`select id::int as id from audit_logs order by created_at desc, id desc`
        for (const limit of [500, 499, 7])
          assert.deepStrictEqual(
            idsOf(yield* whole("search=entry+", cookie, limit)),
            idsOf(rows)
              .filter((id) => id <= 3_001 && id > rows.length - 3_000 - 1)
              .slice(0, 3_000),
            String(limit)
          )
      }),
    120_000
  )

  it.effect(
    "search, roles, scopes and times let through what a look at every row does",
    () =>
      Effect.gen(function* () {
        const { cookie } = yield* person("ui_admin")
        const every = (yield* whole("", cookie)).filter(({ message }) => message.startsWith("entry "))
        const questions: ReadonlyArray<readonly [string, (entry: Entry) => boolean]> = [
          ["role=ui_admin", matchesAuditFilter({ role: ["ui_admin"] })],
          ["role=none&scope=auth", matchesAuditFilter({ role: ["none"], scope: ["auth"] })],
          ["scope=manager,admin", matchesAuditFilter({ scope: ["manager", "admin"] })],
          ["search=ZüRICH_100%25", matchesAuditFilter({ search: "zürich_100%" })],
          [
            "search=person7%40example.org&role=ui_superadmin,none",
            matchesAuditFilter({ search: "Person7@example.org", role: ["ui_superadmin", "none"] })
          ],
          ["search=%20%20", () => true],
          // searched by a part that is rarer than the whole
          ["search=entry+1234+bucket", matchesAuditFilter({ search: "entry 1234 bucket" })],
          ["search=rson7%40EXAMPLE", matchesAuditFilter({ search: "rson7@example" })],
          // searched whole: only a rare text contains its number
          ["search=label+30", matchesAuditFilter({ search: "label 30" })],
          ["search=bucket.create+entry+30", matchesAuditFilter({ search: "bucket.create entry 30" })],
          [
            "created_after=2026-05-01T03:00:00Z&created_before=2026-05-01T05:00:00Z&scope=auth",
            ({ created_at, scope }) =>
              created_at >= "2026-05-01T03:00:00.000Z" && created_at < "2026-05-01T05:00:00.000Z" && scope === "auth"
          ]
        ]
        for (const [query, passes] of questions) {
          const found = (yield* whole(query, cookie, 101)).filter(({ message }) => message.startsWith("entry "))
          assert.deepStrictEqual(idsOf(found), idsOf(every.filter(passes)), query)
          assert.isAbove(found.length, 0, query)
        }
      }),
    120_000
  )

  it.effect("hostile parameters are refused and harm nothing", () =>
    Effect.gen(function* () {
      const { cookie } = yield* person("ui_admin")
      const cursorOf = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url")
      const refused = [
        "role=ui_root",
        "role=",
        "role=ui_admin,,ui_user",
        "scope=everything",
        "scope=admin%00",
        "search=%00",
        `search=${"x".repeat(201)}`,
        "limit=0",
        "limit=501",
        "limit=1.5",
        "limit=x",
        "cursor=",
        "cursor=x",
        `cursor=${cursorOf([])}`,
        `cursor=${cursorOf(["1"])}`,
        `cursor=${cursorOf(["-1", "1"])}`,
        `cursor=${cursorOf(["1e400", "1"])}`,
        `cursor=${cursorOf(["NaN", "1"])}`,
        `cursor=${cursorOf(["1", "99999999999999999999"])}`,
        `cursor=${cursorOf(["now()", "1"])}`,
        `cursor=${cursorOf(["1", "1", "1"])}`,
        "created_after=yesterday",
        "created_after=2026-13-45",
        "created_before=9999-01-01",
        "page=1",
        "colour=red",
        "action=bucket.create"
      ]
      for (const query of refused) {
        const { body, status } = yield* ask(`logs?${query}`, cookie)
        assert.deepStrictEqual([status, body.code], [422, "validation_failed"], query)
      }
      for (const query of [
        "search=%27%3B+drop+table+audit_logs%3B--",
        "search=%25",
        "search=_",
        "search=%5C",
        `cursor=${cursorOf(["0", "0"])}`,
        `cursor=${cursorOf(["9007199254740991", "9007199254740991"])}`,
        "role=ui_admin,ui_admin"
      ]) {
        assert.strictEqual((yield* ask(`logs?${query}`, cookie)).status, 200, query)
      }
      assert.lengthOf(
        (yield* ask("logs?search=%25", cookie)).body.items.filter(({ message }) => message.startsWith("entry ")),
        3,
        "a sign of patterns is a sign"
      )
      for (const [id, status] of [
        ["0", 404],
        ["99999999", 404],
        ["9007199254740991", 404],
        ["-1", 422],
        ["x", 422],
        ["1e99", 422]
      ] as const) {
        assert.strictEqual((yield* ask(`logs/${id}`, cookie)).status, status, id)
      }
      for (const query of ["format=xlsx", "limit=5", "role=x"])
        assert.strictEqual((yield* ask(`export?${query}`, cookie)).status, 422, query)
    })
  )

  it.effect("is for administrators", () =>
    Effect.gen(function* () {
      for (const role of ["ui_user", "ui_none"] as const) {
        const { cookie } = yield* person(role)
        for (const path of ["logs", "logs/1", "export", "stream"])
          assert.strictEqual((yield* ask(path, cookie)).status, 403, `${role} ${path}`)
      }
      assert.strictEqual((yield* ask("logs", "")).status, 401)
    })
  )

  it.effect("an entry is told whole, with its place in the chain", () =>
    Effect.gen(function* () {
      const { cookie } = yield* person("ui_superadmin")
      const sql = yield* SqlClient.SqlClient
      yield* (yield* Audit).record({
        actor: { user_id: null, email: null, role: null, via: "operator" },
        scope: "admin",
        action: "test.big",
        entity: { type: "thing", id: null, label: null },
        status: "failure",
        message: "much",
        metadata: { text: "é".repeat(20_000) }
      })
      const {
        items: [entry]
      } = (yield* ask("logs?search=test.big", cookie)).body
      assert.deepStrictEqual(Object.keys(entry!.metadata).sort(), ["original_length", "preview", "truncated"])
      assert.deepInclude(entry!.actor, { via: "operator", role: null })
      for (let tries = 0; (yield* ask(`logs/${entry!.id}`, cookie)).body as unknown as Entry; tries++) {
        const read = (yield* ask(`logs/${entry!.id}`, cookie)).body as unknown as Entry
        if (read.seal === null && tries < 100) {
          yield* Effect.sleep("50 millis")
          continue
        }
        const [link] = yield* sql<{ hash: string }>`select hash from audit_chain where entry_id = ${entry!.id}::bigint`
        assert.strictEqual(read.seal?.hash, link?.hash)
        break
      }
    })
  )

  it.effect("a page far down, a filtered and a searched one are looked up, never read through", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* seed(30_000)
      yield* sql`vacuum analyze audit_logs`
      const plan = (query: AuditQuery, lookedUp?: string) =>
        Effect.map(
          sql<{
            "QUERY PLAN": ReadonlyArray<unknown>
          }>`explain (analyze, format json) ${auditPage(sql, query, lookedUp)}`,
          ([row]) => JSON.stringify(row?.["QUERY PLAN"])
        )
      const rowsRead = (text: string) =>
        [...text.matchAll(/"Rows Removed by Filter":(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
      const deep = [Date.UTC(2026, 4, 1, 1) * 1000, 4] as const
      const looked: ReadonlyArray<readonly [AuditQuery, string]> = [
        [{}, "audit_logs_created"],
        [{ cursor: deep }, "audit_logs_created"],
        [{ created_before: DateTime.makeUnsafe("2026-05-02T00:00:00Z") }, "audit_logs_created"],
        [{ scope: ["manager"] }, "audit_logs_facets"],
        [{ role: ["none"], cursor: deep }, "audit_logs_facets"],
        [{ role: ["ui_admin"], scope: ["auth", "admin"] }, "audit_logs_facets"],
        [{ search: "Zürich_100%" }, "audit_logs_searched"],
        [{ search: "entry 12345 bucket" }, "audit_logs_searched"],
        [{ search: "entry 1234 nowhere" }, "audit_logs_searched"],
        [{ search: "nowhere to be found", scope: ["auth"] }, "audit_logs_searched"]
      ]
      for (const [query, index] of looked) {
        const text = yield* plan(
          query,
          query.search === undefined ? undefined : yield* matchingEntities(sql, query.search)
        )
        assert.include(text, `"Index Name":"${index}"`, JSON.stringify(query))
        assert.notInclude(
          text,
          'Seq Scan","Parallel Aware":false,"Async Capable":false,"Relation Name":"audit_logs"',
          JSON.stringify(query)
        )
        assert.isBelow(rowsRead(text), 200, JSON.stringify(query))
      }
      assert.deepStrictEqual(
        yield* Effect.forEach(["entry 12345 bucket", "someone@example.org", "entry 2026 2 20", "person"], (text) =>
          matchingEntities(sql, text)
        ),
        [" 12345 ", "someone@", " 2026 ", "person"]
      )
      yield* sql`
      insert into audit_logs (created_at, actor_via, scope, action, entity_type, status, message, metadata)
      select timestamptz '2025-01-01' + n * interval '1 second', 'job', 'admin', 'test.dated', 'report', 'success',
        'part ' || n || ' of 2026 in all', '{}' from generate_series(1, 20000) n`
      yield* sql`vacuum analyze audit_logs`
      assert.strictEqual(yield* matchingEntities(sql, "part 2 of 2026 in all"), "part 2 of 2026 in all")
    })
  )

  it.effect(
    "an export is everything that the filters let through, as CSV that no spreadsheet runs, or as lines of JSON",
    () =>
      Effect.gen(function* () {
        const { cookie } = yield* person("ui_admin")
        yield* (yield* Audit).record({
          actor: { user_id: 1, email: "=cmd|'/c calc'!A1@example.org", role: "ui_admin", via: "session" },
          scope: "admin",
          action: "test.formula",
          entity: { type: "thing", id: "+1", label: 'a "quoted", line\r\nand another' },
          status: "success",
          message: "@SUM(A1)",
          metadata: { a: "=1" }
        })
        const csv = yield* ask("export?search=test.formula", cookie)
        assert.match(csv.response.headers.get("content-type") ?? "", /^text\/csv/)
        assert.match(
          csv.response.headers.get("content-disposition") ?? "",
          /^attachment; filename="audit-trail-\d{4}-\d\d-\d\d\.csv"/
        )
        const text = yield* Effect.promise(() => csv.response.text())
        const [head, row] = text.split(/\r\n(?=\d|$)/)
        assert.match(head!, /^id,created_at,actor_user_id,/)
        assert.include(row!, `,'=cmd|'/c calc'!A1@example.org,`)
        assert.include(row!, `,'+1,"a ""quoted"", line\r\nand another",success,'@SUM(A1),"{""a"":""=1""}",`)
        const lines = yield* ask("export?format=jsonl&scope=manager&role=ui_user", cookie)
        assert.match(lines.response.headers.get("content-type") ?? "", /^application\/x-ndjson/)
        const exported = (yield* Effect.promise(() => lines.response.text()))
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Entry)
        const listed = yield* whole("scope=manager&role=ui_user", cookie)
        assert.deepStrictEqual(
          exported.map((entry) => ({ ...entry, seal: null })),
          listed.map((entry) => ({ ...entry, seal: null }))
        )
        assert.isAbove(exported.length, 1_000)
        assert.isAtLeast(
          (yield* ask("logs?search=audit_log.export", cookie)).body.items.length,
          2,
          "that it was handed out is written down"
        )
      }),
    120_000
  )

  it.effect(
    "an export that loses its right is cut, not ended",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { publicOrigin } = yield* Settings
        const { cookie, id } = yield* person("ui_admin")
        const response = yield* Effect.promise(() =>
          fetch(`${publicOrigin}/api/admin/audit/export?format=jsonl`, { headers: { cookie } })
        )
        const reader = response.body!.getReader()
        yield* Effect.promise(() => reader.read())
        yield* sql`update ui_users set role = 'ui_user' where id = ${id}`
        yield* Effect.sleep("1500 millis")
        const how = yield* Effect.promise(async () => {
          try {
            for (let bytes = 0; ; ) {
              const { done, value } = await reader.read()
              if (done) return `ended after ${bytes}`
              bytes += value.length
            }
          } catch {
            return "cut"
          }
        }).pipe(Effect.timeout("10 seconds"))
        assert.strictEqual(how, "cut")
      }),
    60_000
  )
})

const open = Effect.fnUntraced(function* (query: string, cookie: string, lastId?: string) {
  const { publicOrigin } = yield* Settings
  return yield* Effect.acquireRelease(
    Effect.promise(() =>
      EventConnection.open(`${publicOrigin}/api/admin/audit/stream?${query}`, {
        cookie,
        ...(lastId === undefined ? {} : { "last-event-id": lastId })
      })
    ),
    (connection) => Effect.sync(() => connection.close())
  )
})

const note = (name: string, scope: "admin" | "auth" = "admin") =>
  Effect.flatMap(Audit, (audit) =>
    audit.record({
      actor: { user_id: null, email: null, role: null, via: "job" },
      scope,
      action: "test.live",
      entity: { type: "thing", id: name, label: null },
      status: "success",
      message: `live ${name}`,
      metadata: {}
    })
  )

const named =
  (name: string) =>
  ({ data, event }: { readonly event: string; readonly data: unknown }) =>
    event === "entry" && (data as Entry).entity.id === name

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "the live tail of the audit trail",
  (it) => {
    it.effect(
      "tells a position, then every entry once as it is sealed, and what a filter lets through",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { cookie } = yield* person("ui_admin")
            const every = yield* open("", cookie)
            const some = yield* open("scope=auth&search=LIVE", cookie)
            yield* Effect.promise(() =>
              Promise.all([every, some].map((connection) => connection.received(({ event }) => event === "position")))
            )
            for (let number = 1; number <= 40; number++)
              yield* note(String(number), number % 4 === 0 ? "auth" : "admin")
            yield* Effect.promise(() => every.received(named("40")))
            yield* Effect.promise(() => some.received(named("40")))
            const told = (connection: EventConnection) =>
              connection.frames.filter(({ event }) => event === "entry").map(({ data }) => (data as Entry).entity.id)
            assert.deepStrictEqual(
              told(every).filter((name) => /^\d+$/.test(name ?? "")),
              Array.from({ length: 40 }, (_, index) => String(index + 1))
            )
            assert.deepStrictEqual(
              told(some),
              Array.from({ length: 10 }, (_, index) => String(4 * index + 4))
            )
            const ids = every.frames.map(({ id }) => Number(id))
            assert.deepStrictEqual(
              ids,
              [...ids].sort((one, other) => one - other)
            )
          })
        ),
      60_000
    )

    it.effect(
      "whoever comes back is given what they missed, and told to read again when that is too much",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { cookie } = yield* person("ui_admin")
            const first = yield* open("", cookie)
            yield* note("before")
            yield* Effect.promise(() => first.received(named("before")))
            first.close()
            yield* note("missed")
            const again = yield* open("", cookie, first.lastId)
            yield* Effect.promise(() => again.received(named("missed")))
            assert.lengthOf(again.frames.filter(named("before")), 0)
            const strange = yield* open("", cookie, "not a number")
            yield* Effect.promise(() => strange.received(({ event }) => event === "position"))
            yield* seed(2_500)
            const head = Effect.map(
              sql<{ waiting: number }>`select count(*)::int as waiting from audit_unsealed`,
              ([row]) => row?.waiting ?? 0
            )
            while ((yield* head) > 0) yield* Effect.sleep("100 millis")
            const late = yield* open("", cookie, first.lastId)
            yield* Effect.promise(() => late.received(({ event }) => event === "skipped"))
            yield* note("after")
            yield* Effect.promise(() => late.received(named("after")))
          })
        ),
      60_000
    )

    it.effect(
      "500 who watch cost one reading an entry",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { cookie } = yield* person("ui_superadmin")
            const watchers = yield* Effect.forEach(Array.from({ length: 500 }), () => open("", cookie), {
              concurrency: 20
            })
            yield* Effect.promise(() =>
              Promise.all(
                watchers.map((connection) => connection.received(({ event }) => event === "position", 30_000))
              )
            )
            const scans = Effect.map(
              sql<{
                scans: number
              }>`select pg_stat_force_next_flush(), (idx_scan + seq_scan)::int as scans from pg_stat_user_tables
                where relname = 'audit_head'`,
              ([row]) => row?.scans ?? 0
            )
            // the statistics of scans are late: wait until they are constant
            let before = yield* scans
            for (let seen = -1; seen !== before; ) {
              seen = before
              yield* Effect.sleep("2 seconds")
              before = yield* scans
            }
            yield* note("for all")
            yield* Effect.promise(() =>
              Promise.all(watchers.map((connection) => connection.received(named("for all"), 30_000)))
            )
            yield* Effect.sleep("1500 millis")
            assert.isBelow((yield* scans) - before, 100)
          })
        ),
      120_000
    )

    it.effect(
      "ends with the role: by whatever takes it",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          for (const change of ["role = 'ui_user'", "is_active = false", "role = 'ui_none'"]) {
            yield* Effect.scoped(
              Effect.gen(function* () {
                const [loser, keeper] = [yield* person("ui_admin"), yield* person("ui_admin")]
                const [one, other] = [yield* open("", loser.cookie), yield* open("", keeper.cookie)]
                yield* Effect.promise(() =>
                  Promise.all(
                    [one, other].map((connection) => connection.received(({ event }) => event === "position"))
                  )
                )
                yield* sql`update ui_users set ${sql.literal(change)} where id = ${loser.id}`
                assert.strictEqual(yield* Effect.promise(() => one.over), "ended")
                assert.isFalse(other.closed)
              })
            )
          }
        }),
      60_000
    )
  }
)
