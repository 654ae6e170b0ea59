import { Duration, Effect, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { DatabaseTimeout } from "#services/platform/health/DatabaseTimeout.ts"
import { makeRowReader } from "./makeRowReader.ts"

const table = "schema_migrations"
const tableReader = makeRowReader("pg_catalog", Schema.Struct({ found: Schema.Boolean }))
const Range = Schema.Struct({ version: Schema.Int, oldest_build: Schema.Int })
const rangeReader = makeRowReader("schema_range", Range)
export const migrationsDirectory = fileURLToPath(new URL("../../migrations", import.meta.url))

export class SchemaMismatch extends Schema.TaggedError<SchemaMismatch>()("SchemaMismatch", {
  database: Schema.Int,
  build: Schema.Int,
  mend: Schema.Literals(["stowage migrate", "install a newer release"])
}) {
  override get message() {
    return `the database is at schema version ${this.database}, this build needs ${this.build}: ${this.mend}`
  }
}

export class BackupRequired extends Schema.TaggedError<BackupRequired>()("BackupRequired", {
  migrations: Schema.Array(Schema.String)
}) {
  override get message() {
    return (
      `${this.migrations.join(", ")} would drop or rewrite data: make a backup of the database, verify it, and ` +
      "set SERVICE_DB_BACKUP_VERIFIED=true for this run"
    )
  }
}

export interface MigrationFile {
  readonly id: number
  readonly name: string
  readonly file: string
}

/** The migrator silently skips a number below the last one: refuses gaps, duplicates and bad names. */
export const migrationFiles = Effect.fn("Migrations.files")(function* (directory: string = migrationsDirectory) {
  const entries = yield* Effect.tryPromise({
    try: () => readdir(directory),
    catch: (cause) => badState(`the migrations folder cannot be read`, cause)
  })
  const migrationFiles: Array<MigrationFile> = []
  for (const file of entries.filter((name) => /\.[cm]?[jt]s$/.test(name) || name.endsWith(".sql")).sort()) {
    const match = /^(\d{4})_([a-z0-9_]+)\.ts$/.exec(file)
    if (match === null) return yield* badState(`${file}: a migration is named NNNN_lower_case.ts`)
    const id = Number(match[1])
    if (id !== migrationFiles.length + 1)
      return yield* badState(`${file}: number ${migrationFiles.length + 1} was expected here`)
    migrationFiles.push({ id, name: match[2]!, file })
  }
  return migrationFiles
})

const badState = (message: string, cause?: unknown) => new Migrator.MigrationError({ kind: "BadState", message, cause })

interface MigrationModule {
  /** The oldest build that works with the result; default: its own version. */
  readonly oldestBuild?: number
  /** True when only a backup restores the data. */
  readonly destroysData?: boolean
}

const moduleOf = (directory: string, file: string): Promise<MigrationModule> =>
  import(/* @vite-ignore */ new URL(file, `file://${directory}/`).href)

const loader = (directory: string): Migrator.Loader =>
  Effect.map(migrationFiles(directory), (files) =>
    files.map(
      ({ id, name, file }): Migrator.ResolvedMigration => [id, name, Effect.promise(() => moduleOf(directory, file))]
    )
  )

const MIGRATION_TIMEOUT = Duration.days(1)

const destructiveOf = Effect.fnUntraced(function* (directory: string, version: number) {
  if (version === 0) return []
  const pending = (yield* migrationFiles(directory)).filter(({ id }) => id > version)
  const modules = yield* Effect.forEach(pending, ({ file }) => Effect.promise(() => moduleOf(directory, file)))
  return pending
    .filter((_, index) => modules[index]?.destroysData === true)
    .map(({ file }) => file.replace(/\.ts$/, ""))
})

/** One transaction under a lock. Statements have no timeout, but wait at most 20 s for locks: others queue behind. */
export const migrate = Effect.fn("Migrations.migrate")(function* (
  directory: string = migrationsDirectory,
  backupVerified = false
) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql
    .withTransaction(
      Effect.gen(function* () {
        yield* sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`
        yield* sql`select pg_advisory_xact_lock(hashtextextended('stowage/migrations', 0))`
        yield* sql`select set_config('lock_timeout', '20s', true)`
        // refreshes the catalog cache, which only locking a relation does
        yield* sql`select from pg_catalog.pg_class limit 0`
        const before = yield* schemaRange()
        const destructive = backupVerified ? [] : yield* destructiveOf(directory, before.version)
        if (destructive.length > 0) return yield* new BackupRequired({ migrations: destructive })
        const applied = yield* Migrator.make({})({ loader: loader(directory), table })
        const files = new Map(Array.from(yield* migrationFiles(directory), ({ file, id }) => [id, file]))
        const oldest = yield* Effect.forEach(applied, ([id]) =>
          Effect.map(
            Effect.promise(() => moduleOf(directory, files.get(id) ?? "")),
            ({ oldestBuild = id }) => oldestBuild
          )
        )
        const range = {
          version: Math.max(before.version, ...applied.map(([id]) => id)),
          oldest_build: Math.max(before.oldest_build, ...oldest)
        }
        // a separate table: migrations lock the other one, which running processes read
        yield* sql`create table if not exists schema_range (one boolean primary key default true check (one),
          version integer not null, oldest_build integer not null)`
        yield* sql`insert into schema_range ${sql.insert(range)} on conflict (one) do update
          set version = excluded.version, oldest_build = excluded.oldest_build`
        return applied
      })
    )
    .pipe(Effect.provideService(DatabaseTimeout, MIGRATION_TIMEOUT))
})

const schemaRange = Effect.fn("Migrations.schemaRange")(function* () {
  const sql = yield* SqlClient.SqlClient
  const exists = (name: string) =>
    Effect.map(tableReader.one(sql`select to_regclass(${name}) is not null as found`), ({ found }) => found)
  if (yield* exists("schema_range")) return yield* rangeReader.one(sql`select version, oldest_build from schema_range`)
  if (!(yield* exists(table))) return { version: 0, oldest_build: 0 }
  return yield* rangeReader.one(
    sql`select coalesce(max(migration_id), 0)::int as version, coalesce(max(migration_id), 0)::int as oldest_build
      from ${sql(table)}`
  )
}, Effect.orDie)

export const schemaVersion = () => Effect.map(schemaRange(), ({ version }) => version)

export const buildVersion = Effect.fn("Migrations.buildVersion")((directory: string = migrationsDirectory) =>
  Effect.map(migrationFiles(directory), (files) => files.length)
)

/** Fails unless this build supports the database, which may be newer during a rollout. Returns both versions. */
export const requireUsableSchema = Effect.fn("Migrations.requireUsableSchema")(function* (
  directory: string = migrationsDirectory
) {
  const [{ oldest_build, version: database }, build] = yield* Effect.all([
    schemaRange(),
    Effect.orDie(buildVersion(directory))
  ])
  if (database < build) return yield* new SchemaMismatch({ database, build, mend: "stowage migrate" })
  if (oldest_build > build) return yield* new SchemaMismatch({ database, build, mend: "install a newer release" })
  return { database, build }
})
