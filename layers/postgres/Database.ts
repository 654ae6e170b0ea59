import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { hostname } from "node:os"
import * as BoundedClient from "./client/BoundedClient.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { innermost } from "./innermost.ts"
import { rowsOf } from "./rowsOf.ts"
import type { Startup } from "./Startup.ts"

/** Which database the service uses. Without a `url` it runs its own PostgreSQL under `dataDir`. */
export interface DatabaseSettings {
  readonly url: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  readonly maxConnections: number
  /** While the process starts, connections that cannot be opened are tried again. */
  readonly startup?: Startup["Service"]
}

/** No usable database: `message` is one line for the operator. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  message: Schema.String
}) {}

const oldestVersion = 14

/** What the server calls our sessions: of which process they are. */
export const sessionName = `stowage ${hostname()}/${process.pid}`.slice(-63)

const session = (settings: DatabaseSettings) => ({
  // LISTEN has one beside the pool, of which one is held by the cluster's locks; the rest serve requests
  maxConnections: Math.max(settings.maxConnections, 4) - 1,
  minConnections: 1,
  connectTimeout: "5 seconds",
  // a peer that is gone is noticed 10 s after this on a connection on which nothing is awaited
  keepAlive: "5 seconds",
  applicationName: sessionName,
  startupParameters: {
    timezone: "UTC",
    statement_timeout: "30s",
    lock_timeout: "20s",
    idle_in_transaction_session_timeout: "60s",
    // sessions of a process that is gone without a word end on their own, and what they hold is free
    tcp_keepalives_idle: "5",
    tcp_keepalives_interval: "2",
    tcp_keepalives_count: "5",
    tcp_user_timeout: "15000"
  }
} as const)

const embedded = (settings: DatabaseSettings) =>
  Layer.unwrap(Effect.map(
    EmbeddedPostgres.EmbeddedPostgres,
    ({ socketDir }) =>
      BoundedClient.layer({ ...session(settings), host: socketDir, username: EmbeddedPostgres.user, database: "postgres" }, settings.startup?.isUnderWay)
  )).pipe(Layer.provide(EmbeddedPostgres.layer({ dataDir: settings.dataDir })))

const servers = rowsOf("pg_settings", Schema.Struct({ version: Schema.Int }))

/** What is no better in a moment. */
const stays = /certificate|unsupported startup parameter/

/** Waits for a database that is just starting, then refuses one that is too old to run on. */
const usable = ({ startup }: DatabaseSettings) => Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { version } = yield* servers.one(sql`select current_setting('server_version_num')::int / 10000 as version`).pipe(
    Effect.retry({ while: (error) => error.isRetryable && !stays.test(innermost(error)), schedule: Schedule.spaced("500 millis").pipe(Schedule.upTo({ duration: "10 seconds" })) })
  )
  if (version < oldestVersion) {
    return yield* new DatabaseUnavailable({
      message: `PostgreSQL ${version} is too old: ${oldestVersion} or newer is needed`
    })
  }
  if (startup !== undefined) yield* startup.begin
}))

const external = (settings: DatabaseSettings, url: Redacted.Redacted) =>
  Layer.unwrap(Effect.gen(function*() {
    if (!/^postgres(ql)?:\/\//.test(Redacted.value(url)) || !URL.canParse(Redacted.value(url))) {
      return yield* new DatabaseUnavailable({ message: "DATABASE_URL: is not of the form postgres://user:password@host:port/name" })
    }
    return BoundedClient.layer({ ...session(settings), url }, settings.startup?.isUnderWay)
  }))

type Pool = PgClient.PgClient | SqlClient.SqlClient
type Failure = DatabaseUnavailable | EmbeddedPostgres.EmbeddedPostgresError | SqlError.SqlError

const pool = (settings: DatabaseSettings): Layer.Layer<Pool, Failure> =>
  Option.isSome(settings.url) ? external(settings, settings.url.value) : embedded(settings)

const unavailable = (settings: DatabaseSettings) => (error: Failure) =>
  new DatabaseUnavailable({
    message: error._tag === "SqlError"
      ? `${Option.isSome(settings.url) ? "DATABASE_URL: " : ""}the database cannot be used: ${innermost(error).split("\n")[0]}${poolerHint(innermost(error))}`
      : error.message
  })

/** PgBouncer passes on no more than it must of what a session asks for. */
const poolerHint = (message: string): string =>
  message.includes("unsupported startup parameter") ? ". Is it a pooler? Name the server itself: docs/production.md says why" : ""

/**
 * The connection pool. Fails with one line when the database cannot be reached within 10 s (within half a minute where nobody refuses, but nothing is heard), is too old, or the
 * embedded server cannot run (full disk, data of another major version, no programs for this platform).
 */
export const layer = (settings: DatabaseSettings): Layer.Layer<Pool, DatabaseUnavailable> =>
  usable(settings).pipe(
    Layer.provideMerge(pool(settings)),
    Layer.catch((error) => Layer.effectContext<Pool, DatabaseUnavailable, never>(Effect.fail(unavailable(settings)(error))))
  )
