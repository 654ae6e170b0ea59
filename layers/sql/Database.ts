import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, type Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"

/** Which database the service uses. Without a `url` it runs its own PostgreSQL under `dataDir`. */
export interface DatabaseSettings {
  readonly url: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  readonly maxConnections: number
}

/** No usable database: `message` is one line for the operator. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  message: Schema.String
}) {}

const oldestVersion = 14

const session = (settings: DatabaseSettings) => ({
  // one connection is held by LISTEN and one by the cluster's locks; the rest serve requests
  maxConnections: Math.max(settings.maxConnections, 4),
  minConnections: 1,
  connectTimeout: "10 seconds",
  applicationName: "stowage",
  startupParameters: {
    timezone: "UTC",
    statement_timeout: "30s",
    lock_timeout: "20s",
    idle_in_transaction_session_timeout: "60s"
  }
} as const)

const embedded = (settings: DatabaseSettings) =>
  Layer.unwrap(Effect.map(
    EmbeddedPostgres.EmbeddedPostgres,
    ({ socketDir }) =>
      PgClient.layer({ ...session(settings), host: socketDir, username: EmbeddedPostgres.user, database: "postgres" })
  )).pipe(Layer.provide(EmbeddedPostgres.layer({ dataDir: settings.dataDir })))

/** Waits for a database that is just starting, then refuses one that is too old to run on. */
const usable = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ version: number }>`select current_setting('server_version_num')::int / 10000 as version`.pipe(
    Effect.retry(Schedule.spaced("500 millis").pipe(Schedule.upTo({ times: 20 })))
  )
  if (row === undefined || row.version < oldestVersion) {
    return yield* new DatabaseUnavailable({
      message: `PostgreSQL ${row?.version ?? "?"} is too old: ${oldestVersion} or newer is needed`
    })
  }
}))

const unavailable = (error: { readonly _tag: string; readonly message: string }) =>
  error._tag === "DatabaseUnavailable"
    ? new DatabaseUnavailable({ message: error.message })
    : new DatabaseUnavailable({ message: `the database cannot be used: ${error.message.split("\n")[0]}` })

/**
 * The connection pool. Fails with one line when the database cannot be reached, is too old, or the embedded server
 * cannot run (full disk, data of another major version, no binaries for this platform).
 */
export const layer = (settings: DatabaseSettings) =>
  usable.pipe(
    Layer.provideMerge(Option.match(settings.url, {
      onNone: () => embedded(settings),
      onSome: (url) => PgClient.layer({ ...session(settings), url })
    })),
    Layer.catch((error) => Layer.effectDiscard(unavailable(error)))
  )
