import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { cookieNames } from "#http/sessionCookies.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { WholeService } from "../support/WholeService.ts"
import { password, somebody } from "./people.ts"

const until = <E, R>(query: Effect.Effect<ReadonlyArray<object>, E, R>) =>
  Effect.repeat(query, { schedule: Schedule.spaced("20 millis"), until: (rows) => rows.length > 0 })

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("a sign-in", (it) => {
  it.effect("in the middle of which the database goes away has one code, and leaves nothing half-done", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const record = yield* somebody("ui_user")
      const [{ name } = { name: "" }] = yield* sql<{ name: string }>`select current_database() as name`
      const { socketDir } = inject("postgres")
      const browser = new ConsoleBrowser((yield* Settings).publicOrigin)
      const outside = Layer.orDie(
        PgClient.layer({ host: socketDir, username: "postgres", database: "postgres", maxConnections: 1 })
      )
      yield* Effect.gen(function* () {
        const other = yield* SqlClient.SqlClient
        // the sign-in blocks where it writes its session, so that it is in the middle on any machine
        yield* Effect.forkChild(
          Effect.ignore(sql.withTransaction(Effect.andThen(sql`lock table auth_sessions in share mode`, Effect.never)))
        )
        yield* until(
          other`select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = ${name} and l.mode = 'ShareLock' and l.granted and l.locktype = 'relation'`
        )
        const login = yield* Effect.forkChild(
          Effect.promise(() => browser.post("/api/auth/login", { email: record.user.email, password }))
        )
        yield* until(other`select 1 from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`)
        yield* other`alter database ${other(name)} with allow_connections false`.unprepared
        yield* other`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
        const answer = yield* Fiber.join(login)
        assert.deepStrictEqual([answer.status, answer.code], [503, "unavailable"])
        assert.isFalse(browser.cookies.has(cookieNames.access))
        yield* other`alter database ${other(name)} with allow_connections true`.unprepared
      }).pipe(Effect.provide(outside))
      const [row] = yield* sql<{
        sessions: number
      }>`select count(*)::int as sessions from auth_sessions where user_id = ${record.user.id}`.pipe(
        Effect.retry({ times: 40, schedule: Schedule.spaced("50 millis") })
      )
      assert.strictEqual(row?.sessions, 0)
      assert.strictEqual(
        (yield* Effect.promise(() => browser.post("/api/auth/login", { email: record.user.email, password }))).status,
        200
      )
    })
  )
})
