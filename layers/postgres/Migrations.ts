import { Effect, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rowsOf } from "./rowsOf.ts"

const table = "schema_migrations"
const tables = rowsOf("pg_catalog", Schema.Struct({ found: Schema.Boolean }))
const versions = rowsOf(table, Schema.Struct({ version: Schema.Int }))
/** where this build keeps its migrations; tests may name another folder */
export const migrationsDirectory = fileURLToPath(new URL("../../migrations", import.meta.url))

/** The database is not at the version that this build was made for; `mend` says what the operator does about it. */
export class SchemaMismatch extends Schema.TaggedError<SchemaMismatch>()("SchemaMismatch", {
  database: Schema.Int,
  build: Schema.Int,
  mend: Schema.Literals(["stowage migrate", "install a newer release"])
}) {
  override get message() {
    return `the database is at schema version ${this.database}, this build needs ${this.build}: ${this.mend}`
  }
}

export interface MigrationFile {
  readonly id: number
  readonly name: string
  readonly file: string
}

/**
 * The migrations of a folder in order. The migrator itself skips a number that is not above the last applied one
 * without a word, so a gap, a double or a badly named file is refused here.
 */
export const migrationFiles = Effect.fn("Migrations.files")(function*(directory: string = migrationsDirectory) {
  const entries = yield* Effect.tryPromise({
    try: () => readdir(directory),
    catch: (cause) => badState(`the migrations folder cannot be read`, cause)
  })
  const found: Array<MigrationFile> = []
  for (const file of entries.filter((name) => /\.[cm]?[jt]s$/.test(name) || name.endsWith(".sql")).sort()) {
    const match = /^(\d{4})_([a-z0-9_]+)\.ts$/.exec(file)
    if (match === null) return yield* badState(`${file}: a migration is named NNNN_lower_case.ts`)
    const id = Number(match[1])
    if (id !== found.length + 1) return yield* badState(`${file}: number ${found.length + 1} was expected here`)
    found.push({ id, name: match[2]!, file })
  }
  return found
})

const badState = (message: string, cause?: unknown) => new Migrator.MigrationError({ kind: "BadState", message, cause })

const loader = (directory: string): Migrator.Loader =>
  Effect.map(migrationFiles(directory), (files) =>
    files.map(({ id, name, file }): Migrator.ResolvedMigration => [
      id,
      name,
      Effect.promise(() => import(/* @vite-ignore */ new URL(file, `file://${directory}/`).href))
    ]))

/**
 * Brings the database to this build's version: everything pending in one transaction under a lock, so that of several
 * processes starting together one does the work. Answers what was applied.
 */
export const migrate = Effect.fn("Migrations.migrate")((directory: string = migrationsDirectory) =>
  Migrator.make({})({ loader: loader(directory), table })
)

/** The version that the database is at; 0 when nothing was ever applied. */
export const schemaVersion = Effect.fn("Migrations.schemaVersion")(function*() {
  const sql = yield* SqlClient.SqlClient
  const { found } = yield* tables.one(sql`select to_regclass(${table}) is not null as found`)
  if (!found) return 0
  const { version } = yield* versions.one(sql`select coalesce(max(migration_id), 0)::int as version from ${sql(table)}`)
  return version
}, Effect.orDie)

/** The version that this build needs: the number of its last migration. */
export const buildVersion = Effect.fn("Migrations.buildVersion")((directory: string = migrationsDirectory) =>
  Effect.map(migrationFiles(directory), (files) => files.length))

/** The fence: fails with `SchemaMismatch` unless database and build are at the same version. */
export const requireCurrentSchema = Effect.fn("Migrations.requireCurrentSchema")(
  function*(directory: string = migrationsDirectory) {
    const [database, build] = yield* Effect.all([schemaVersion(), Effect.orDie(buildVersion(directory))])
    if (database < build) return yield* new SchemaMismatch({ database, build, mend: "stowage migrate" })
    if (database > build) return yield* new SchemaMismatch({ database, build, mend: "install a newer release" })
  }
)
