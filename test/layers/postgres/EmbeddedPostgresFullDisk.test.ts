import * as EmbeddedPostgres from "#layers/postgres/EmbeddedPostgres.ts"
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { rmSync } from "node:fs"
import { requirement } from "../../support/Requirement.ts"
import { fillDisk, smallDisk, smallDiskLack } from "../../support/smallDisk.ts"

const start = (dataDir: string) => Effect.scoped(Effect.asVoid(Layer.build(EmbeddedPostgres.layer({ dataDir }))))
const refusal = (dataDir: string) =>
  `the disk that holds ${dataDir}/postgres is full: free some space and start again; no committed data is lost`

requirement("small disk", smallDiskLack())("a full disk under the embedded database", () => {
  it.live(
    "is named when the database is first made",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* smallDisk("12m")
        const error = yield* Effect.flip(start(dataDir))
        assert.strictEqual(error.message, refusal(dataDir))
      }),
    60_000
  )

  it.live(
    "is named when an existing database is started, which runs again once there is space",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* smallDisk("100m")
        yield* start(dataDir)
        const ballast = yield* fillDisk(dataDir)
        const error = yield* Effect.flip(start(dataDir))
        assert.strictEqual(error.message, refusal(dataDir))
        rmSync(ballast)
        yield* start(dataDir)
      }),
    60_000
  )

  it.live(
    "fails the write that meets it, and what was acknowledged before is still there",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* smallDisk("120m")
        const database = Layer.unwrap(
          Effect.map(EmbeddedPostgres.EmbeddedPostgres, ({ socketDir }) =>
            PgClient.layer({ host: socketDir, username: EmbeddedPostgres.user, database: "postgres" })
          )
        ).pipe(Layer.provide(EmbeddedPostgres.layer({ dataDir })))
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`create table kept (n int)`
          yield* sql`insert into kept values (1)`
          const ballast = yield* fillDisk(dataDir)
          const failed = yield* Effect.exit(
            sql`create table filling as select repeat(md5(n::text), 50) as t from generate_series(1, 40000) n`
          )
          assert.strictEqual(failed._tag, "Failure")
          rmSync(ballast)
          const rows = yield* sql`select n from kept`.pipe(
            Effect.retry(Schedule.spaced("100 millis")),
            Effect.timeout("10 seconds")
          )
          assert.lengthOf(rows, 1)
        }).pipe(Effect.provide(database))
      }),
    60_000
  )
})
