import * as Migrations from "#layers/postgres/Migrations.ts"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { DatabaseTimeout } from "#services/platform/health/DatabaseTimeout.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

const cache = path.resolve(".cache")
/** migrations that each make a table; inside the project, where they can import `effect` */
const folderOf = (...files: ReadonlyArray<string>) => folderWith(Object.fromEntries(files.map((file) => [file, ""])))
const folderWith = (files: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      mkdirSync(cache, { recursive: true })
      const folder = mkdtempSync(path.join(cache, "migrations-"))
      for (const [file, more] of Object.entries(files)) {
        const table = file.replace(/\W/g, "_")
        writeFileSync(
          path.join(folder, file),
          `import { SqlClient } from "effect/sql"\nimport { Effect } from "effect"\n` +
            `${more}\nexport default Effect.flatMap(SqlClient.SqlClient, (sql) => sql\`create table ` +
            `${`t${table}`} as select current_setting('statement_timeout') as patience from ` +
            `pg_sleep(\${typeof seconds === "undefined" ? 0 : seconds})\`)\n`
        )
      }
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

layer(TestDatabase.empty, { excludeTestServices: true })("migrations", (it) => {
  it.effect("this build's migrations are numbered from 0001 without a gap or a double", () =>
    Effect.gen(function* () {
      const files = yield* Migrations.migrationFiles()
      assert.deepStrictEqual(
        files.map(({ id }) => id),
        files.map((_, index) => index + 1)
      )
    })
  )

  for (const [flaw, files] of [
    ["a gap", ["0001_a.ts", "0003_c.ts"]],
    ["a number twice", ["0001_a.ts", "0001_b.ts"]],
    ["a number of three digits", ["001_a.ts"]],
    ["SQL text", ["0001_a.sql"]]
  ] as const) {
    it.effect(`${flaw} is refused before anything is applied`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(Migrations.migrate(yield* folderOf(...files)))
        assert.strictEqual(error._tag, "MigrationError")
        assert.strictEqual(yield* Migrations.schemaVersion(), 0)
      })
    )
  }

  it.effect("the fence names the command that mends each side of a mismatch", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* folderOf("0001_a.ts"), yield* folderOf("0001_a.ts", "0002_b.ts")]
      const behind = yield* Effect.flip(Migrations.requireUsableSchema(one))
      assert.deepInclude({ ...behind }, { database: 0, build: 1, mend: "stowage migrate" })

      assert.deepStrictEqual(yield* Migrations.migrate(two), [
        [1, "a"],
        [2, "b"]
      ])
      yield* Migrations.requireUsableSchema(two)

      const ahead = yield* Effect.flip(Migrations.requireUsableSchema(one))
      assert.deepInclude({ ...ahead }, { database: 2, build: 1, mend: "install a newer release" })
      assert.strictEqual(
        ahead.message,
        "the database is at schema version 2, this build needs 1: install a newer release"
      )
    })
  )

  it.effect(
    "a build goes on with a schema that is ahead of it, as far as its migrations say so, and says so itself",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`drop table if exists schema_migrations, schema_range, t0001_a_ts, t0002_b_ts`
        const old = yield* folderOf("0001_a.ts")
        const expands = { "0001_a.ts": "", "0002_b.ts": "export const oldestBuild = 1" }
        yield* Migrations.migrate(old)
        yield* Migrations.migrate(yield* folderWith(expands))
        assert.deepStrictEqual(yield* Migrations.requireUsableSchema(old), { database: 2, build: 1 })
        assert.deepStrictEqual(yield* Migrations.migrate(old), [])
        assert.deepStrictEqual(yield* Migrations.requireUsableSchema(old), { database: 2, build: 1 })
        const contracts = yield* folderWith({
          ...expands,
          "0003_c.ts": "",
          "0004_d.ts": "export const oldestBuild = 2"
        })
        yield* Migrations.migrate(contracts)
        assert.deepInclude(
          { ...(yield* Effect.flip(Migrations.requireUsableSchema(old))) },
          { database: 4, build: 1, mend: "install a newer release" }
        )
        assert.deepStrictEqual(yield* Migrations.requireUsableSchema(contracts), { database: 4, build: 4 })
        yield* sql`drop table schema_migrations, schema_range, t0001_a_ts, t0002_b_ts, t0003_c_ts, t0004_d_ts`
      })
  )

  it.effect(
    "a migration that destroys data needs a verified backup, and without one nothing is applied; an empty " +
      "database needs none",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`drop table if exists schema_migrations, schema_range, t0001_a_ts, t0002_b_ts`
        const destroys = "export const destroysData = true"
        yield* Migrations.migrate(yield* folderOf("0001_a.ts"))
        const next = yield* folderWith({ "0001_a.ts": "", "0002_b.ts": "", "0003_c.ts": destroys })
        const refused = yield* Effect.flip(Migrations.migrate(next))
        assert.deepStrictEqual(
          [refused._tag, refused.message],
          [
            "BackupRequired",
            "0003_c would drop or rewrite data: make a backup of the database, verify it, and set " +
              "SERVICE_DB_BACKUP_VERIFIED=true for this run"
          ]
        )
        assert.strictEqual(yield* Migrations.schemaVersion(), 1)
        assert.deepStrictEqual(yield* Migrations.migrate(next, true), [
          [2, "b"],
          [3, "c"]
        ])
        assert.deepStrictEqual(yield* Migrations.migrate(next), [])
        yield* sql`drop table schema_migrations, schema_range, t0001_a_ts, t0002_b_ts, t0003_c_ts`
        assert.deepStrictEqual(yield* Migrations.migrate(yield* folderWith({ "0001_a.ts": destroys })), [[1, "a"]])
        yield* sql`drop table schema_migrations, schema_range, t0001_a_ts`
      })
  )

  it.effect("a migration that drops or rewrites data says so", () =>
    Effect.gen(function* () {
      const harmless = new Set([
        "0005_federation.ts",
        "0009_streams.ts",
        "0016_provider_groups.ts",
        "0028_quarantine_columns.ts",
        "0049_request_grants.ts"
      ])
      const destroying =
        /\b(drop (table|column)|truncate|delete from|update \w+( \w+)? set|alter column \w+ (set data )?type)\b/i
      const silent = (yield* Migrations.migrationFiles()).filter(({ file }) => {
        const text = readFileSync(path.join(Migrations.migrationsDirectory, file), "utf8")
        return destroying.test(text) && !harmless.has(file) && !/^export const destroysData = true$/m.test(text)
      })
      assert.deepStrictEqual(
        silent.map(({ file }) => file),
        []
      )
    })
  )

  it.effect("a migration that takes long is neither cut off nor in the way of those who ask for the version", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Migrations.migrate(yield* folderOf("0001_a.ts"))
      const held = yield* Effect.forkChild(
        Effect.provideService(
          Migrations.migrate(yield* folderWith({ "0001_a.ts": "", "0002_b.ts": "const seconds = 1" })),
          DatabaseTimeout,
          Duration.millis(300)
        )
      )
      yield* Effect.sleep("500 millis")
      assert.strictEqual(yield* Effect.timeout(Migrations.schemaVersion(), "400 millis"), 1)
      yield* Fiber.join(held)
      assert.strictEqual(yield* Migrations.schemaVersion(), 2)
      assert.deepStrictEqual(yield* sql`select patience from t0002_b_ts`, [{ patience: "0" }])
      yield* sql`drop table schema_migrations, schema_range, t0001_a_ts, t0002_b_ts`
    })
  )

  it.effect("two processes that migrate at once apply each migration once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`drop table if exists schema_migrations, schema_range, t0001_a_ts, t0002_b_ts`
      const folder = yield* folderOf("0001_a.ts", "0002_b.ts")
      const applied = yield* Effect.all([Migrations.migrate(folder), Migrations.migrate(folder)], { concurrency: 2 })
      assert.strictEqual(applied.flat().length, 2)
      assert.strictEqual(yield* Migrations.schemaVersion(), 2)
    })
  )
})

layer(TestDatabase.layer)("a test's own database", (it) => {
  it.effect("is at this build's version", () => Migrations.requireUsableSchema())
})
