import { assert, layer } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll } from "vitest"
import { archivedWith, rowsLeft, seal, sealed, verify } from "../services/audit/auditWorld.ts"
import { runStowage } from "../support/cli.ts"
import { endWithUs } from "../support/endWithUs.ts"
import { newKey, ringOf } from "../support/storedCredentials.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { inheritedEnv } from "../support/inheritedEnv.ts"

const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-killed-archive-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const key = newKey()
const own = { excludeTestServices: true, timeout: "60 seconds" } as const
const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

const environment = Effect.map(TestDatabase.url, (url) => ({ DATABASE_URL: url, DATA_DIR: dataDir, JWT_KEYS: key }))
const run = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(environment, (env) => Effect.promise(() => runStowage(args, env)))
const services = Effect.provide(archivedWith(ringOf(key)))

const killed = (file: string, lock: string, once_: Effect.Effect<boolean, unknown, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const env = yield* environment
    const sql = yield* SqlClient.SqlClient
    const blocked = sql`select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`
    const child = yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql.unsafe(lock)
        const process_ = spawn(
          process.execPath,
          ["layers/commands/main.ts", "archive-audit", "--to", file, "--older-than", "30"],
          {
            cwd: path.resolve(import.meta.dirname, "../.."),
            env: { ...inheritedEnv, ...env },
            stdio: ["ignore", "inherit", "inherit"]
          }
        )
        endWithUs(process_)
        const other = yield* Layer.build(
          Layer.fresh(PgClient.layerFrom(PgClient.make({ ...(yield* PgClient.PgClient).config, maxConnections: 1 })))
        )
        while (!(yield* Effect.provide(once_, other)) && process_.exitCode === null) yield* Effect.sleep("5 millis")
        assert.isNull(process_.exitCode, "it ended before it was to be killed")
        process_.kill("SIGKILL")
        yield* Effect.promise(() => once(process_, "exit"))
        yield* Effect.provide(
          Effect.flatMap(
            SqlClient.SqlClient,
            (elsewhere) => elsewhere`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ),
          other
        )
        return process_
      })
    )
    while ((yield* blocked).length > 0) yield* Effect.sleep("50 millis")
    return child
  }).pipe(Effect.scoped)

const waits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    (rows) => rows.length > 0
  )
)

layer(Layer.empty, own)("an archive of the audit trail whose process is killed", (it) => {
  const cases: ReadonlyArray<
    readonly [
      string,
      string,
      (file: string) => Effect.Effect<boolean, unknown, SqlClient.SqlClient>,
      { readonly archives: number; readonly links: number }
    ]
  > = [
    [
      "while it writes its file",
      "select 1",
      (file) => Effect.sync(() => sizeOf(file) > 0),
      { archives: 0, links: 3_004 }
    ],
    [
      "after its file and before its row",
      "lock table audit_archives in share mode",
      () => waits,
      { archives: 0, links: 3_004 }
    ],
    [
      "after its row and before its deletes",
      "select seq from audit_chain order by seq limit 1 for update",
      () => waits,
      { archives: 1, links: 3_004 }
    ],
    [
      "in the middle of its deletes",
      "select seq from audit_chain where seq = 1200 for update",
      () => waits,
      { archives: 1, links: 2_004 }
    ]
  ]
  it.effect.each(cases)(
    "%s: nothing is lost, the trail is whole meanwhile, and the same call goes on",
    ([, lock, until, { archives, links }]) =>
      Effect.gen(function* () {
        const file = path.join(dataDir, `${randomUUID()}.jsonl`)
        yield* services(Effect.andThen(sealed(3_000, 100), sealed(4, 0)))
        yield* killed(file, lock, until(file))
        const left = yield* rowsLeft
        assert.deepStrictEqual({ links: left.links, archives: left.archives }, { links, archives })
        assert.deepInclude(yield* services(Effect.andThen(seal, verify)), {
          fault: null,
          signed: true,
          undeleted: archives === 0 ? 0 : links - 4
        })
        const again = yield* run("archive-audit", "--to", file, "--older-than", "30")
        assert.deepStrictEqual([again.status, again.stderr], [0, ""], again.stdout)
        assert.match(
          again.stdout,
          archives === 0
            ? /entries, links 1 to \d+, sealed/
            : /^The archive of the links 1 to 3000, which was begun before, is finished\.\n/
        )
        const lines = readFileSync(file, "utf8").trimEnd().split("\n").length
        const rest = `${file}.rest`
        if (lines < 3_000)
          assert.include(
            (yield* run("archive-audit", "--to", rest, "--older-than", "30")).stdout,
            `links ${lines + 1} to 3000, sealed`
          )
        const files = existsSync(rest) ? [file, rest] : [file]
        yield* services(seal)
        const whole = yield* run("verify-audit", ...files.flatMap((name) => ["--archive", name]))
        assert.deepStrictEqual([whole.status, whole.stderr], [0, ""])
        assert.include(whole.stdout, "3000 entries before them are archived")
        assert.include(whole.stdout, "The files that were read hold the links 1 to 3000 without a gap.")
        assert.deepStrictEqual(yield* rowsLeft, {
          links: 4 + files.length,
          entries: 4 + files.length,
          archives: files.length
        })
      }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer))),
    300_000
  )

  it.effect(
    "without being killed, it says what it did; what verify-audit finds in files and rows ends it with 1 and one line",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [file, next] = [path.join(dataDir, "said.jsonl"), path.join(dataDir, "next.jsonl")]
        yield* services(Effect.andThen(sealed(5, 100), sealed(1, 0)))
        assert.deepStrictEqual(yield* run("archive-audit", "--to", file, "--older-than", "0"), {
          status: 1,
          stdout: "",
          stderr: "stowage: --older-than: expected 1 to 36500 days\n"
        })
        assert.isFalse(existsSync(file))
        const done = yield* run("archive-audit", "--to", file, "--older-than", "30")
        assert.deepStrictEqual([done.status, done.stderr], [0, ""])
        assert.match(
          done.stdout,
          /^5 entries, links 1 to 5, sealed \S+ to \S+, are in .*said\.jsonl\.\nSHA-256 [0-9a-f]{64}\n5 deleted here\. /
        )
        assert.match((yield* run("archive-audit", "--to", next, "--older-than", "30")).stdout, /^Nothing to do: /)
        yield* services(seal)
        const { hash } = JSON.parse(readFileSync(file, "utf8").split("\n")[2] ?? "")
        const known = yield* run("verify-audit", "--known", `3:${hash}`)
        assert.deepStrictEqual([known.status, known.stdout], [1, ""])
        assert.match(
          known.stderr,
          /^stowage: --known: that link is archived, .* links 1 to 5 in .*said\.jsonl, SHA-256 [0-9a-f]{64}, and all that follow it\n$/
        )
        assert.strictEqual((yield* run("verify-audit", "--known", `3:${hash}`, "--archive", file)).status, 0)
        const signature = yield* sql`select signature from audit_archives`
        yield* sql`update audit_archives set archived_by = 'eve'`
        assert.match(
          (yield* run("verify-audit")).stderr,
          /^stowage: what says that entries were archived is not signed with a key of JWT_KEYS: /
        )
        assert.match(
          (yield* run("verify-audit", "--accept")).stderr,
          /^stowage: --accept: name with --archive the files/
        )
        assert.strictEqual((yield* run("verify-audit", "--accept", "--archive", file)).status, 0)
        assert.notDeepEqual(yield* sql`select signature from audit_archives`, signature)
        writeFileSync(file, readFileSync(file, "utf8").replace("wrote 3", "wrote 4"))
        const changed = yield* run("verify-audit", "--archive", file)
        assert.deepStrictEqual([changed.status, changed.stdout], [1, ""])
        assert.match(changed.stderr, /^stowage: .*said\.jsonl: line 4: it is not what was sealed: it was edited\n$/)
      }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer))),
    300_000
  )
})
