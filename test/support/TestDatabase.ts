import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"

/** A database of its own, and how to reach it for a test that opens its own pool or starts a process on it. */
const make = (options: { readonly migrated: boolean; readonly maxConnections: number }) =>
  Layer.unwrap(Effect.gen(function*() {
    const { socketDir, template } = inject("postgres")
    const name = `t_${randomBytes(6).toString("hex")}`
    const connection = { host: socketDir, username: "postgres" } as const
    const asAdministrator = <A, E>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
      Effect.flatMap(SqlClient.SqlClient, statement).pipe(
        Effect.provide(PgClient.layer({ ...connection, database: "postgres", maxConnections: 1 })),
        Effect.orDie
      )
    yield* Effect.acquireRelease(
      asAdministrator((sql) =>
        options.migrated
          ? sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`.unprepared
          : sql`create database ${sql(name)}`.unprepared
      ),
      () => asAdministrator((sql) => sql`drop database ${sql(name)} with (force)`.unprepared)
    )
    return PgClient.layer({ ...connection, database: name, maxConnections: options.maxConnections })
  })).pipe(Layer.orDie)

/**
 * A fresh, migrated database for the file (or block) that provides it, dropped afterwards. Give it to `layer(…)` with
 * `{ excludeTestServices: true }` when the test waits in real time, without when the test moves the clock.
 */
export const TestDatabase = {
  layer: make({ migrated: true, maxConnections: 8 }),
  /** the same without any table, for tests of the migrations themselves */
  empty: make({ migrated: false, maxConnections: 8 }),
  /** the URL of the database in use, for a process started by a test */
  url: Effect.map(PgClient.PgClient, ({ config }) =>
    `postgres://${config.username}@localhost/${config.database}?host=${encodeURIComponent(config.host ?? "")}`)
}
