import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { inject } from "vitest"

const make = (options: { readonly migrated: boolean; readonly maxConnections: number }) =>
  Layer.unwrap(
    Effect.gen(function* () {
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
    })
  ).pipe(Layer.orDie)

/** A migrated database, dropped afterwards. Real time needs `layer(…, { excludeTestServices: true })`. */
export const TestDatabase = {
  layer: make({ migrated: true, maxConnections: 8 }),
  empty: make({ migrated: false, maxConnections: 8 }),
  url: Effect.map(
    PgClient.PgClient,
    ({ config }) =>
      `postgres://${config.username}@localhost/${config.database}?host=${encodeURIComponent(config.host ?? "")}`
  )
}
