import * as EmbeddedPostgres from "#layers/postgres/EmbeddedPostgres.ts"
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Ref, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { lstatSync, readFileSync, rmSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { endWithUs } from "../../support/endWithUs.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const isRoot = process.getuid?.() === 0
const pool = (socketDir: string) =>
  PgClient.layer({ host: socketDir, username: EmbeddedPostgres.user, database: "postgres", maxConnections: 8 })
const database = (dataDir: string) =>
  Layer.unwrap(Effect.map(EmbeddedPostgres.EmbeddedPostgres, ({ socketDir }) => pool(socketDir))).pipe(
    Layer.provideMerge(EmbeddedPostgres.layer({ dataDir }))
  )
const postmaster = (dataDir: string) =>
  Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0])
const alive = (pid: number) => Effect.isSuccess(Effect.try(() => process.kill(pid, 0)))

const otherOwner = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.callback<ChildProcess>((resume) => {
      const script = fileURLToPath(new URL("../../support/holdPostgres.ts", import.meta.url))
      const child = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
      endWithUs(child)
      child.stdout.once("data", () => resume(Effect.succeed(child)))
    }),
    (child) => end(child, "SIGKILL")
  )
const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  Effect.callback<void>((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill(signal)
  })

it.live(
  "a server left behind by a killed parent is adopted with its data, and stopped with its new owner",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder()
      const parent = yield* otherOwner(dataDir)
      const pid = postmaster(dataDir)
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* EmbeddedPostgres.EmbeddedPostgres).origin, "guest")
        yield* (yield* SqlClient.SqlClient)`create table kept as select 1 as n`
      }).pipe(Effect.provide(database(dataDir)))
      assert.isTrue(yield* alive(pid), "a guest leaves the server to its owner")

      yield* end(parent, "SIGKILL")
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* EmbeddedPostgres.EmbeddedPostgres).origin, "adopted")
        assert.strictEqual(postmaster(dataDir), pid)
        assert.lengthOf(yield* (yield* SqlClient.SqlClient)`select n from kept`, 1)
      }).pipe(Effect.provide(database(dataDir)))
      assert.isFalse(yield* alive(pid))
    }),
  60_000
)

it.live(
  "a parent that is asked to end stops its server",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder()
      const parent = yield* otherOwner(dataDir)
      const pid = postmaster(dataDir)
      yield* end(parent, "SIGTERM")
      assert.isFalse(yield* alive(pid))
    }),
  60_000
)

it.live(
  "a server killed under load is back within 5 s and has every acknowledged write",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table ledger (n int primary key)`
        const acknowledged = yield* Ref.make<ReadonlyArray<number>>([])
        const next = yield* Ref.make(0)
        const write = Effect.gen(function* () {
          const n = yield* Ref.updateAndGet(next, (count) => count + 1)
          yield* sql`insert into ledger ${sql.insert({ n })}`
          yield* Ref.update(acknowledged, (all) => [...all, n])
        })
        const load = yield* Effect.forkScoped(
          Effect.all(
            Array.from({ length: 4 }, () => Effect.forever(Effect.ignore(write))),
            { concurrency: 4 }
          )
        )
        yield* Effect.sleep("500 millis")
        const before = yield* Ref.get(acknowledged)
        assert.isAbove(before.length, 50)

        process.kill(postmaster(dataDir), "SIGKILL")
        const down = yield* Clock.currentTimeMillis
        yield* Effect.sleep("20 millis")
        yield* sql`select 1`.pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeout("5 seconds"))
        assert.isBelow((yield* Clock.currentTimeMillis) - down, 5_000)

        yield* Effect.sleep("300 millis")
        yield* Fiber.interrupt(load)
        const all = yield* Ref.get(acknowledged)
        assert.isAbove(all.length, before.length, "writes go on after the restart")
        const rows = yield* sql<{ n: number }>`select n from ledger`
        const stored = new Set(rows.map(({ n }) => n))
        assert.deepStrictEqual(
          all.filter((n) => !stored.has(n)),
          []
        )
      }).pipe(Effect.provide(database(dataDir)))
    }),
  60_000
)

it.live(
  "a data directory too deep for a Unix socket gets a short folder for it",
  () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* temporaryFolder(), "d".repeat(60), "e".repeat(60))
      yield* Effect.gen(function* () {
        const { socketDir } = yield* EmbeddedPostgres.EmbeddedPostgres
        assert.isBelow(socketDir.length, 60)
        assert.strictEqual(lstatSync(socketDir).mode & 0o777, 0o700)
        assert.lengthOf(yield* (yield* SqlClient.SqlClient)`select 1`, 1)
      }).pipe(Effect.provide(database(dataDir)))
    }),
  60_000
)

it.live.skipIf(!isRoot)(
  "as root, a private folder keeps a link to data that the server's user can reach",
  () =>
    Effect.gen(function* () {
      const dataDir = path.join(yield* temporaryFolder(0o700), "data")
      yield* Effect.gen(function* () {
        const link = path.join(dataDir, "postgres")
        assert.isTrue(lstatSync(link).isSymbolicLink())
        const { socketDir } = yield* EmbeddedPostgres.EmbeddedPostgres
        yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(path.dirname(socketDir), { recursive: true })))
        assert.lengthOf(yield* (yield* SqlClient.SqlClient)`select 1`, 1)
      }).pipe(Effect.provide(database(dataDir)), Effect.scoped)
    }),
  60_000
)
