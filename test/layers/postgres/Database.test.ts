import * as Database from "#layers/postgres/Database.ts"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const selectOne = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{
      zone: string
      limit: string
    }>`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit`
)
const expected = [{ zone: "UTC", limit: "30s" }]
const at = (url: string, dataDir = "/nowhere") => ({
  url: Option.some(Redacted.make(url)),
  dataDir,
  maxConnections: 4
})

layer(TestDatabase.layer, { excludeTestServices: true })("DATABASE_URL", (it) => {
  it.effect("names the server that is used, with our session settings", () =>
    Effect.gen(function* () {
      const settings = at(yield* TestDatabase.url)
      assert.deepStrictEqual(yield* selectOne.pipe(Effect.provide(Database.layer(settings))), expected)
    })
  )
})

it.live(
  "without DATABASE_URL a server of our own runs under the data directory",
  () =>
    Effect.gen(function* () {
      const settings = { url: Option.none(), dataDir: yield* temporaryFolder(), maxConnections: 4 }
      assert.deepStrictEqual(yield* selectOne.pipe(Effect.provide(Database.layer(settings))), expected)
    }),
  30_000
)

const refused = (url: string) => Effect.flip(Effect.scoped(Layer.build(Database.layer(at(url)))))

for (const [what, url] of [
  ["an address that is none", "hunter2"],
  ["another kind of database", "mysql://someone:hunter2@127.0.0.1/stowage"]
] as const) {
  it.effect(`${what} is refused at once, without a word of it`, () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* refused(url)).message,
        "DATABASE_URL: is not of the form postgres://user:password@host:port/name"
      )
    })
  )
}

it.effect("a server that does not come within 10 s is one line without the password", () =>
  Effect.gen(function* () {
    const waiting = yield* Effect.forkChild(refused("postgres://someone:hunter2@127.0.0.1:1/stowage"))
    yield* TestClock.adjust("500 millis").pipe(
      Effect.andThen(TestClock.withLive(Effect.sleep("10 millis"))),
      Effect.repeat({ until: () => waiting.pollUnsafe() !== undefined })
    )
    const error = yield* Fiber.join(waiting)
    assert.match(error.message, /^DATABASE_URL: the database cannot be used: [^\n]*ECONNREFUSED[^\n]*$/)
    assert.notInclude(error.message, "hunter2")
  })
)
