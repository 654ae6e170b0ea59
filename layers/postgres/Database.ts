import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted, Schedule, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { hostname } from "node:os"
import * as BoundedClient from "./client/BoundedClient.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { rootCauseText } from "./rootCauseText.ts"
import { makeRowReader } from "./makeRowReader.ts"
import type { Startup } from "./Startup.ts"

export interface DatabaseSettings {
  readonly url: Option.Option<Redacted.Redacted>
  readonly dataDir: string
  readonly maxConnections: number
  readonly startup?: Startup["Service"]
}

export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  message: Schema.String
}) {}

const oldestVersion = 14

export const replicaName = `${hostname()}/${process.pid}`
export const sessionName = `stowage ${replicaName}`.slice(-63)

const session = (settings: DatabaseSettings) =>
  ({
    // LISTEN has a connection beside the pool, and the cluster's locks hold one of it
    maxConnections: Math.max(settings.maxConnections, 4) - 1,
    minConnections: 1,
    connectTimeout: "5 seconds",
    // a lost peer is noticed 10 s later on an idle connection
    keepAlive: "5 seconds",
    applicationName: sessionName,
    startupParameters: {
      timezone: "UTC",
      statement_timeout: "30s",
      lock_timeout: "20s",
      idle_in_transaction_session_timeout: "60s",
      // sessions of a crashed process end, and release their locks
      tcp_keepalives_idle: "5",
      tcp_keepalives_interval: "2",
      tcp_keepalives_count: "5",
      tcp_user_timeout: "15000"
    }
  }) as const

const embedded = (settings: DatabaseSettings) =>
  Layer.unwrap(
    Effect.map(EmbeddedPostgres.EmbeddedPostgres, ({ socketDir }) =>
      BoundedClient.layer(
        { ...session(settings), host: socketDir, username: EmbeddedPostgres.user, database: "postgres" },
        settings.startup?.isUnderWay
      )
    )
  ).pipe(Layer.provide(EmbeddedPostgres.layer({ dataDir: settings.dataDir })))

const serverVersionReader = makeRowReader("pg_settings", Schema.Struct({ version: Schema.Int }))

const permanentErrors = /certificate|unsupported startup parameter/

const requireUsableServer = ({ startup }: DatabaseSettings) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { version } = yield* serverVersionReader
        .one(sql`select current_setting('server_version_num')::int / 10000 as version`)
        .pipe(
          Effect.retry({
            while: (error) => error.isRetryable && !permanentErrors.test(rootCauseText(error)),
            schedule: Schedule.spaced("500 millis").pipe(Schedule.upTo({ duration: "10 seconds" }))
          })
        )
      if (version < oldestVersion) {
        return yield* new DatabaseUnavailable({
          message: `PostgreSQL ${version} is too old: ${oldestVersion} or newer is needed`
        })
      }
      if (startup !== undefined) yield* startup.begin
    })
  )

const external = (settings: DatabaseSettings, url: Redacted.Redacted) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (!/^postgres(ql)?:\/\//.test(Redacted.value(url)) || !URL.canParse(Redacted.value(url))) {
        return yield* new DatabaseUnavailable({
          message: "DATABASE_URL: is not of the form postgres://user:password@host:port/name"
        })
      }
      return BoundedClient.layer({ ...session(settings), url }, settings.startup?.isUnderWay)
    })
  )

type Pool = PgClient.PgClient | SqlClient.SqlClient
type Failure = DatabaseUnavailable | EmbeddedPostgres.EmbeddedPostgresError | SqlError.SqlError

const pool = (settings: DatabaseSettings): Layer.Layer<Pool, Failure> =>
  Option.isSome(settings.url) ? external(settings, settings.url.value) : embedded(settings)

const unavailable = (settings: DatabaseSettings) => (error: Failure) =>
  new DatabaseUnavailable({
    message:
      error._tag === "SqlError"
        ? `${Option.isSome(settings.url) ? "DATABASE_URL: " : ""}the database cannot be used: ` +
          `${rootCauseText(error).split("\n")[0]}${poolerHint(rootCauseText(error))}`
        : error.message
  })

const poolerHint = (message: string): string =>
  message.includes("unsupported startup parameter")
    ? ". Is it a pooler? Name the server itself: docs/production.md says why"
    : ""

/** Fails when the database is unreachable for 10 s (30 s without any reply) or too old. */
export const layer = (settings: DatabaseSettings): Layer.Layer<Pool, DatabaseUnavailable> =>
  requireUsableServer(settings).pipe(
    Layer.provideMerge(pool(settings)),
    Layer.catch((error) =>
      Layer.effectContext<Pool, DatabaseUnavailable, never>(Effect.fail(unavailable(settings)(error)))
    )
  )
