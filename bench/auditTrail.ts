// Times pages, filters and searches of an audit trail of 1,000,000 entries over HTTP, and its verification.
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { cookieNames } from "#http/sessionCookies.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { type Figure, median, printTable } from "./support/figures.ts"
import { listingDatabase } from "./support/listingDatabase.ts"
import { benchSize } from "./support/size.ts"

const entries = benchSize("ENTRIES", 1000000, 300)
const rounds = benchSize("ROUNDS", 15, 1)
const MAX_MEDIAN_MILLIS = 50

const residentOf = (pid: number | undefined, which: "VmRSS" | "VmHWM"): number => {
  try {
    return (
      Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? NaN) / 1024
    )
  } catch {
    return NaN
  }
}

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update ui_users set role = 'ui_superadmin'`
  yield* sql`update auth_sessions s set auth_version = u.auth_version from ui_users u where u.id = s.user_id`
  // sealing is measured separately
  yield* sql`alter table audit_logs disable trigger audit_logs_written`
  const [index] = yield* sql<{
    readonly definition: string
  }>`select pg_get_indexdef(to_regclass('audit_logs_searched')) as definition
    where to_regclass('audit_logs_searched') is not null`
  if (index) yield* sql`drop index audit_logs_searched`
  for (let from = 1; from <= entries; from += 100_000) {
    yield* sql`
      insert into audit_logs (created_at, actor_user_id, actor_email, actor_role, actor_via, scope, action, entity_type,
        entity_id, entity_label, status, message, metadata, request_id, client_address)
      select now() - (${entries}::int - n) * interval '20 seconds', n % 10000, 'person' || n % 10000 || '@example.org',
        (array['ui_superadmin', 'ui_admin', 'ui_user', 'ui_user', 'ui_user', null])[1 + n % 6], 'session',
        case when n % 5000 = 0 then 'storage-ops' else (array['admin', 'auth', 'auth', 'manager'])[1 + n % 4] end,
        (array['bucket.create', 'session.login', 'ui_user.update', 'session.logout'])[1 + n % 4], 'bucket',
          'bucket-' || n, null, 'success',
        'Bucket bucket-' || n || ' was created', json_build_object('n', n)::jsonb, md5(n::text),
          '10.0.' || n % 256 || '.' || n % 199
      from generate_series(${from}::int, ${Math.min(entries, from + 99_999)}::int) n`
  }
  if (index) yield* sql.unsafe(index.definition)
  yield* sql`alter table audit_logs enable trigger audit_logs_written`
  yield* sql`vacuum analyze audit_logs`
  const deep = Math.min(entries - 200, 10_000 * 100)
  const [row] = yield* sql`
    select id::text as id, (extract(epoch from created_at) * 1000000)::bigint::text as micros from audit_logs
      order by created_at desc, id desc offset ${deep - 1} limit 1`
  const { id, micros } = row as { readonly id: string; readonly micros: string }
  return Buffer.from(JSON.stringify([micros, id])).toString("base64url")
})

const measure = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const key = randomBytes(32).toString("base64url")
  const database = yield* listingDatabase(dataDir, key, 1)
  const cursor = yield* Effect.provide(seed, PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 }))
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        env: {
          DATABASE_URL: database.url,
          UI_JWT_KEYS: key,
          CREDENTIAL_KEYS: key,
          SANDBOX_GATEWAY: "false",
          HOST: "127.0.0.1"
        }
      })
    ),
    (started) => Effect.promise(() => started.stop())
  )
  const cookie = `${cookieNames.access}=${database.access}`
  const questions: ReadonlyArray<readonly [string, string]> = [
    ["the first page", "limit=100"],
    ["page 10,000", `limit=100&cursor=${cursor}`],
    ["one scope", "limit=100&scope=manager"],
    ["a rare scope", "limit=100&scope=storage-ops"],
    ["a role, deep", `limit=100&role=none&cursor=${cursor}`],
    ["a scope and roles", "limit=100&scope=auth,admin&role=ui_admin,none"],
    [
      "a day, long ago",
      `limit=100&created_before=${new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10)}`
    ],
    ["search: one entry", "limit=100&search=bucket-777777"],
    ["search: one person", "limit=100&search=person4242@"],
    ["search: what all have", "limit=100&search=was+created"],
    ["search: nothing has it", "limit=100&search=nowhere+to+be+found"],
    ["search: rare with a scope", "limit=100&search=person4242@&scope=manager"]
  ]
  const figures: Array<Figure> = []
  for (const [what, query] of questions) {
    const times: Array<number> = []
    for (let round = -3; round < rounds; round++) {
      const began = performance.now()
      const response = yield* Effect.promise(() =>
        fetch(`${service.origin}/api/admin/audit/logs?${query}`, { headers: { cookie } })
      )
      const body = yield* Effect.promise(() => response.text())
      if (!response.ok) return yield* Effect.die(new Error(body))
      if (round >= 0) times.push(performance.now() - began)
    }
    figures.push([what, median(times), median(times), MAX_MEDIAN_MILLIS])
  }
  const [first, deep] = figures
  figures.push([
    "page 10,000 of the first page",
    (deep?.[1] ?? NaN) / (first?.[1] ?? NaN),
    (deep?.[1] ?? NaN) / (first?.[1] ?? NaN),
    1.5
  ])
  printTable(`The audit trail of ${entries.toLocaleString("en")} entries, medians of ${rounds} (ms)`, figures)

  const before = residentOf(service.child.pid, "VmRSS")
  const began = performance.now()
  const bytes = yield* Effect.promise(async () => {
    const response = await fetch(`${service.origin}/api/admin/audit/export?format=jsonl`, { headers: { cookie } })
    let read = 0
    for await (const chunk of response.body ?? []) read += chunk.length
    return read
  })
  const after = residentOf(service.child.pid, "VmRSS")
  printTable("Its export as lines of JSON", [
    ["megabytes", bytes / 1e6, null, null],
    ["seconds", (performance.now() - began) / 1000, null, null],
    ["entries in a second", entries / ((performance.now() - began) / 1000), null, null],
    ["megabytes resident more than before", after - before, after - before, 100]
  ])

  const env = { DATABASE_URL: database.url, DATA_DIR: service.dataDir, UI_JWT_KEYS: key, CREDENTIAL_KEYS: key }
  const sealing = performance.now()
  yield* Effect.provide(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // re-queuing an entry sealed meanwhile, such as the export itself, would stop all sealing
      yield* sql.withTransaction(
        Effect.andThen(
          sql`lock table audit_unsealed in exclusive mode`,
          sql`insert into audit_unsealed (entry_id) select id from audit_logs l
            where not exists (select from audit_chain c where c.entry_id = l.id) on conflict do nothing`
        )
      )
      yield* sql`select pg_notify('stowage_live', '{"_tag":"AuditWritten"}')`
      for (;;) {
        const rows = yield* sql`select 1 from audit_unsealed limit 1`
        if (rows.length === 0) return
        yield* Effect.sleep("500 millis")
      }
    }),
    PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 })
  )
  const sealed = (performance.now() - sealing) / 1000
  const verifying = performance.now()
  let peak = 0
  const output = yield* Effect.promise(async () => {
    const child = spawn(process.execPath, ["layers/commands/main.ts", "verify-audit"], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let text = ""
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString()
    })
    const looking = setInterval(() => {
      peak = Math.max(peak, residentOf(child.pid, "VmHWM") || 0)
    }, 250)
    const [code] = await once(child, "exit")
    clearInterval(looking)
    if (code !== 0) throw new Error(`verify-audit: ${code} ${text}`)
    return text
  })
  const verified = (performance.now() - verifying) / 1000
  printTable(`Its chain of ${entries.toLocaleString("en")} entries`, [
    ["seconds to seal", sealed, null, null],
    ["entries sealed in a second", entries / sealed, null, null],
    ["seconds of stowage verify-audit", verified, null, null],
    ["entries verified in a second", entries / verified, null, null],
    ["megabytes resident at most", peak, null, null]
  ])
  console.log(`  ${output.trim()}`)
})

await Effect.runPromise(Effect.scoped(measure) as Effect.Effect<void>)
