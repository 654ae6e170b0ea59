import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { AccessOnDatabase } from "../support/accessLayer.ts"

const input = (email: string) => ({
  email,
  full_name: "Ada Lovelace",
  password: Redacted.make("correct horse battery staple")
})
const refusal = <A, R>(attempt: Effect.Effect<A, { readonly code: string }, R>) =>
  Effect.match(attempt, { onFailure: ({ code }) => code, onSuccess: () => "" })

// one block: each test continues the database state of the one before
layer(AccessOnDatabase, { timeout: "60 seconds" })("the first administrator", (it) => {
  it.effect("a wrong bootstrap token is refused, and only the digest of the right one is stored", () =>
    Effect.gen(function* () {
      const bootstrap = yield* Bootstrap
      const sql = yield* SqlClient.SqlClient
      const token = yield* bootstrap.issueToken
      assert.isAtLeast(Buffer.from(Redacted.value(token), "base64url").length, 32)
      const dump = JSON.stringify(
        yield* sql`select table_name from information_schema.tables where table_schema = 'public'`
      )
      for (const table of Array.from(dump.matchAll(/"table_name":"([a-z_]+)"/g), (match) => match[1]!)) {
        assert.notInclude(
          JSON.stringify(yield* sql`select json_agg(t)::text as rows from ${sql(table)} t`),
          Redacted.value(token),
          table
        )
      }
      assert.strictEqual(
        yield* refusal(bootstrap.createFirstAdministrator(Redacted.make("x".repeat(43)), input("eve@example.org"))),
        "invalid_credentials"
      )
      assert.isTrue(yield* bootstrap.isOpen)
    })
  )

  it.effect("a token lives 15 minutes, and a newer one ends it", () =>
    Effect.gen(function* () {
      const bootstrap = yield* Bootstrap
      const old = yield* bootstrap.issueToken
      const expired = yield* bootstrap.issueToken
      assert.strictEqual(
        yield* refusal(bootstrap.createFirstAdministrator(old, input("a@example.org"))),
        "invalid_credentials"
      )
      yield* TestClock.adjust(Duration.seconds(15 * 60 + 1))
      assert.strictEqual(
        yield* refusal(bootstrap.createFirstAdministrator(expired, input("a@example.org"))),
        "token_expired"
      )
      assert.isTrue(yield* bootstrap.isOpen)
    })
  )

  it.effect(
    "of two replicas that start together one issues a token, and it stays valid; a later start issues a new one",
    () =>
      Effect.gen(function* () {
        const bootstrap = yield* Bootstrap
        yield* TestClock.adjust("1 hour")
        const tokens = yield* Effect.all([bootstrap.issueTokenOnce, bootstrap.issueTokenOnce], { concurrency: 2 })
        const issued = tokens.filter((token) => token !== null)
        assert.lengthOf(issued, 1)
        assert.isNull(yield* bootstrap.issueTokenOnce)
        yield* TestClock.adjust("3 minutes")
        const later = yield* bootstrap.issueTokenOnce
        assert.isNotNull(later)
        assert.strictEqual(
          yield* refusal(bootstrap.createFirstAdministrator(issued[0]!, input("a@example.org"))),
          "invalid_credentials"
        )
      })
  )

  it.effect(
    "of two racers with the token exactly one becomes the first administrator; then setup is closed for ever",
    () =>
      Effect.gen(function* () {
        const bootstrap = yield* Bootstrap
        const sql = yield* SqlClient.SqlClient
        yield* TestClock.adjust("1 hour")
        const token = yield* bootstrap.issueToken
        const outcomes = yield* Effect.all(
          [
            refusal(bootstrap.createFirstAdministrator(token, input("a@example.org"))),
            refusal(bootstrap.createFirstAdministrator(token, input("b@example.org")))
          ],
          { concurrency: 2 }
        )
        assert.deepStrictEqual(outcomes.filter((code) => code === "").length, 1)
        assert.deepStrictEqual(yield* sql`select count(*)::int as users, min(role) as role from ui_users`, [
          { users: 1, role: "ui_superadmin" }
        ] as never)
        assert.isFalse(yield* bootstrap.isOpen)
        assert.strictEqual(yield* refusal(bootstrap.issueToken), "setup_closed")
        assert.strictEqual(
          yield* refusal(bootstrap.createFirstAdministrator(token, input("c@example.org"))),
          "setup_closed"
        )
        const audit = yield* sql<{ action: string }>`select action from audit_logs where action = 'setup.complete'`
        assert.strictEqual(audit.length, 1)
      })
  )
})
