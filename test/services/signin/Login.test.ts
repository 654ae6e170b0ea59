import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Login } from "#services/identity/signin/Login.ts"
import { administratorPassword, firstAdministrator } from "../../support/firstAdministrator.ts"
import { AccessOnDatabase } from "../support/accessLayer.ts"

const attempt = Effect.fnUntraced(function* (email: string, password: string) {
  const login = yield* Login
  return yield* Effect.match(login.withPassword({ email, password: Redacted.make(password) }), {
    onFailure: ({ code }) => code as string,
    onSuccess: (step) => (step._tag === "Open" ? "ready" : step.next)
  })
})

layer(AccessOnDatabase, { timeout: "60 seconds" })("signing in with a password", (it) => {
  it.effect("an administrator without a passkey goes on to enrol one", () =>
    Effect.gen(function* () {
      yield* firstAdministrator
      assert.strictEqual(yield* attempt("ADA@example.org", administratorPassword), "webauthn_enrollment")
    })
  )

  it.effect("a wrong password and an unknown e-mail are answered alike", () =>
    Effect.gen(function* () {
      yield* firstAdministrator
      assert.strictEqual(yield* attempt("ada@example.org", "wrong password of hers"), "invalid_credentials")
      assert.strictEqual(yield* attempt("nobody@example.org", "wrong password of hers"), "invalid_credentials")
    })
  )

  it.effect("ten failures in five minutes lock the account, not longer, and not for the right password before", () =>
    Effect.gen(function* () {
      yield* firstAdministrator
      yield* TestClock.adjust(Duration.minutes(10))
      for (let failure = 0; failure < 10; failure++)
        assert.strictEqual(yield* attempt("ada@example.org", "wrong"), "invalid_credentials")
      assert.strictEqual(yield* attempt("ada@example.org", administratorPassword), "rate_limited")
      yield* TestClock.adjust(Duration.seconds(5 * 60 + 1))
      assert.strictEqual(yield* attempt("ada@example.org", administratorPassword), "webauthn_enrollment")
    })
  )

  it.effect("a failed sign-in is audited, without the password", () =>
    Effect.gen(function* () {
      yield* firstAdministrator
      yield* TestClock.adjust(Duration.minutes(30))
      yield* attempt("ada@example.org", "a-canary-password")
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`select action, status, metadata::text as metadata, message from audit_logs
          where action = 'session.login_failed'`
      assert.isAbove(rows.length, 0)
      assert.notInclude(JSON.stringify(rows), "a-canary-password")
    })
  )
})
