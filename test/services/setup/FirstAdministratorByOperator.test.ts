import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Bootstrap } from "#services/identity/Bootstrap.ts"
import { FirstAdministratorByOperator } from "#services/identity/FirstAdministratorByOperator.ts"
import { Associations } from "#services/identity/Associations.ts"
import { AccessOnDatabase } from "../support/accessLayer.ts"

const ByOperator = FirstAdministratorByOperator.layer.pipe(
  Layer.provide(Layer.succeed(Associations, Associations.of({ grantAll: () => Effect.void }))),
  Layer.provideMerge(AccessOnDatabase)
)

const input = (email: string) => ({
  email,
  full_name: "Ada Lovelace",
  password: Redacted.make("correct horse battery staple")
})
const refusal = <A, R>(attempt: Effect.Effect<A, { readonly code: string }, R>) =>
  Effect.match(attempt, { onFailure: ({ code }) => code, onSuccess: () => "" })

layer(ByOperator, { timeout: "60 seconds", excludeTestServices: true })(
  "the first administrator by the operator",
  (it) => {
    it.effect(
      "of racers, by command and by browser, exactly one becomes the first " +
        "administrator; then setup is closed for ever",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const bootstrap = yield* Bootstrap
          const operator = yield* FirstAdministratorByOperator
          const token = yield* bootstrap.issueToken
          const outcomes = yield* Effect.all(
            [
              refusal(operator.create(input("a@example.org"))),
              refusal(bootstrap.createFirstAdministrator(token, input("b@example.org"))),
              refusal(operator.create(input("c@example.org")))
            ],
            { concurrency: 3 }
          )
          assert.deepStrictEqual(outcomes.toSorted(), ["", "setup_closed", "setup_closed"])
          assert.deepStrictEqual(yield* sql`select count(*)::int as users, min(role) as role from ui_users`, [
            { users: 1, role: "ui_superadmin" }
          ] as never)
          assert.isFalse(yield* operator.isOpen)
          assert.strictEqual(yield* refusal(bootstrap.issueToken), "setup_closed")
        })
    )

    it.effect("a bootstrap token that was issued before opens nothing any more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`update bootstrap_tokens set digest = null, expires_at = null, closed_at = null`
        yield* sql`delete from ui_users`
        const token = yield* (yield* Bootstrap).issueToken
        yield* (yield* FirstAdministratorByOperator).create(input("a@example.org"))
        assert.strictEqual(
          yield* refusal((yield* Bootstrap).createFirstAdministrator(token, input("b@example.org"))),
          "setup_closed"
        )
        assert.deepStrictEqual(yield* sql`select digest from bootstrap_tokens`, [{ digest: null }] as never)
      })
    )
  }
)
