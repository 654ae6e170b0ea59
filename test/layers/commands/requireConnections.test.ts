import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect, createServer } from "node:net"
import * as path from "node:path"
import { requireConnections } from "#layers/commands/requireConnections.ts"
import * as Database from "#layers/postgres/Database.ts"
import { Startup } from "#layers/postgres/Startup.ts"
import { endWithUs } from "../../support/endWithUs.ts"
import { freePort } from "../../support/freePort.ts"
import { requirement } from "../../support/Requirement.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const pgbouncer = "/usr/sbin/pgbouncer"

const start = (url: string, maxConnections: number) =>
  Effect.gen(function* () {
    const warnings: Array<string> = []
    const heard = Logger.make(({ message }) => {
      warnings.push(String(message))
    })
    const services = Layer.mergeAll(
      Database.layer({ url: Option.some(Redacted.make(url)), dataDir: "/nowhere", maxConnections }),
      TestSettings({ databaseMaxConnections: maxConnections }),
      Logger.layer([heard])
    )
    const error = yield* Effect.provide(requireConnections, services).pipe(
      Effect.as(""),
      Effect.catch(({ message }) => Effect.succeed(message))
    )
    return { error, warnings }
  })

/** A port whose connections, numbered from 1, reach a socket where `passes` is true, and close otherwise. */
const proxyOf = (socketPath: string, passes: (connection: number) => boolean, refuse: () => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let connections = 0
      const server = createServer((near) => {
        near.on("error", () => near.destroy())
        connections += 1
        if (!passes(connections)) {
          refuse()
          return near.destroy()
        }
        const far = connect(socketPath)
        far.on("error", () => near.destroy())
        near.on("close", () => far.destroy())
        far.on("close", () => near.destroy())
        near.pipe(far).pipe(near)
      })
      await once(server.listen(0, "127.0.0.1"), "listening")
      return { server, port: (server.address() as AddressInfo).port }
    }),
    ({ server }) => Effect.sync(() => server.close())
  ).pipe(Effect.map(({ port }) => port))

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("connections to the database", (it) => {
  it.effect(
    "more than the server allows stop a start; more than are free now are told; what fits is not spoken of",
    () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.url
        const sql = yield* SqlClient.SqlClient
        const { config } = yield* PgClient.PgClient
        assert.deepStrictEqual(yield* start(url, 5), { error: "", warnings: [] })
        yield* sql`alter database ${sql(config.database ?? "")} connection limit 30`.unprepared
        const { error } = yield* start(url, 31)
        assert.strictEqual(
          error,
          "DATABASE_MAX_CONNECTIONS: the database allows 30 connections in all, and 31 are asked for: raise " +
            "max_connections there, or ask for fewer"
        )
        const {
          error: none,
          warnings: [warning]
        } = yield* start(url, 30)
        assert.strictEqual(none, "")
        assert.match(
          warning ?? "",
          /^DATABASE_MAX_CONNECTIONS: of the 30 connections that the database allows \d+ are taken or may be wanted by other replicas, and this process may want 30:/
        )
      })
  )

  it.effect("another replica counts with the pool that it may come to have, however few connections it has now", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const url = yield* TestDatabase.url
        const sql = yield* SqlClient.SqlClient
        const { config } = yield* PgClient.PgClient
        yield* sql`alter database ${sql(config.database ?? "")} connection limit 120`.unprepared
        const replica = yield* sql.reserve
        yield* replica.executeValuesUnprepared("set application_name = 'stowage elsewhere/7'", [])
        const {
          error,
          warnings: [warning]
        } = yield* start(url, 100)
        yield* replica.executeValuesUnprepared("reset application_name", [])
        assert.strictEqual(error, "")
        assert.isAtLeast(
          Number(/of the 120 connections that the database allows (\d+) are taken/.exec(warning ?? "")?.[1]),
          100
        )
      })
    )
  )

  it.effect(
    "a second connection that the database refuses for a while delays a start",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { config } = yield* PgClient.PgClient
          let refused = 0
          const port = yield* proxyOf(
            path.join(String(config.host), ".s.PGSQL.5432"),
            (connection) => connection === 1 || connection > 3,
            () => {
              refused += 1
            }
          )
          const url = `postgres://postgres@127.0.0.1:${port}/${config.database}`
          const startup = yield* Effect.provide(Startup, Startup.layer)
          const warnings: Array<string> = []
          const services = Layer.mergeAll(
            Database.layer({ url: Option.some(Redacted.make(url)), dataDir: "/nowhere", maxConnections: 5, startup }),
            TestSettings({ databaseMaxConnections: 5 }),
            Logger.layer([
              Logger.make(({ message }) => {
                warnings.push(String(message))
              })
            ])
          )
          yield* Effect.provide(requireConnections, services)
          assert.strictEqual(refused, 2)
          assert.lengthOf(warnings, 1)
          assert.match(warnings[0] ?? "", /^The database does not accept a connection yet and is tried again: /)
        })
      ),
    60_000
  )

  requirement("PgBouncer", existsSync(pgbouncer) ? undefined : `${pgbouncer} is missing (apt-get install pgbouncer)`)(
    "behind PgBouncer",
    () => {
      const bouncer = (mode: "transaction" | "session", ignored: string) =>
        Effect.gen(function* () {
          const folder = yield* temporaryFolder(0o777)
          const port = yield* Effect.promise(freePort)
          const { config } = yield* PgClient.PgClient
          const file = path.join(folder, "pgbouncer.ini")
          writeFileSync(
            file,
            [
              "[databases]",
              `${config.database} = host=${config.host} user=postgres`,
              "[pgbouncer]",
              `listen_addr = 127.0.0.1`,
              `listen_port = ${port}`,
              "auth_type = any",
              `pool_mode = ${mode}`,
              "unix_socket_dir =",
              `ignore_startup_parameters = ${ignored}`,
              "default_pool_size = 10",
              ""
            ].join("\n")
          )
          yield* Effect.acquireRelease(
            Effect.promise(async (): Promise<ChildProcess> => {
              const child = spawn(pgbouncer, [...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), file], {
                stdio: ["ignore", "ignore", "pipe"]
              })
              endWithUs(child)
              let said = ""
              child.stderr.setEncoding("utf8")
              for await (const text of child.stderr as AsyncIterable<string>) {
                said += text
                if (said.includes("process up")) return child
              }
              throw new Error(said)
            }),
            (child) =>
              Effect.promise(async () => {
                child.kill("SIGKILL")
                if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
              })
          )
          return `postgres://postgres@127.0.0.1:${port}/${config.database}`
        })
      const ours =
        "extra_float_digits,timezone,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,tcp_keepalives_idle,tcp_keepalives_interval,tcp_keepalives_count,tcp_user_timeout"

      it.effect("transactions that share sessions stop a start with the reason", () =>
        Effect.gen(function* () {
          const { error } = yield* start(yield* bouncer("transaction", ours), 5)
          assert.match(
            error,
            /^DATABASE_URL: a pooler between Stowage and PostgreSQL gives each transaction another session \(PgBouncer: pool_mode=transaction\)/
          )
        })
      )

      it.effect("sessions that last do not", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* start(yield* bouncer("session", ours), 5), { error: "", warnings: [] })
        })
      )

      it.effect("one that passes our settings on to nobody is named for what it is", () =>
        Effect.gen(function* () {
          const url = yield* bouncer("transaction", "extra_float_digits")
          const { message } = yield* Effect.flip(
            Effect.scoped(
              Layer.build(
                Database.layer({ url: Option.some(Redacted.make(url)), dataDir: "/nowhere", maxConnections: 4 })
              )
            )
          )
          assert.match(message, /unsupported startup parameter.*Is it a pooler\? Name the server itself/)
        })
      )
    }
  )
})
