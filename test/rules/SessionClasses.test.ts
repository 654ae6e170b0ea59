import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { ApiTokens } from "#services/identity/ApiTokens.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { AccessOnDatabase } from "../services/support/accessLayer.ts"
import { callerOf, refusal, somebody } from "./people.ts"
import { openedKey } from "../support/heldKey.ts"

const endpoint = {
  endpoint_id: null,
  name: "gateway",
  url: "https://s3.example.org",
  region: "",
  verify_tls: true,
  is_default: false,
  is_sandbox: false,
  access_key: "AKIAEXAMPLE"
}
const s3 = Effect.flatMap(S3Sessions, (sessions) =>
  sessions.open(endpoint, Redacted.make("secret-of-the-key"), Redacted.make("session-token"))
)
const opened = Effect.gen(function* () {
  return yield* (yield* Sessions).open(yield* somebody(), null)
})
const credentialsOf = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ s3_credentials: string | null }>`select s3_credentials from auth_sessions where id = ${id}::uuid`,
      ([row]) => row?.s3_credentials
    )
  )

layer(AccessOnDatabase, { timeout: "120 seconds" })("Authentication, classes", (it) => {
  it.effect("UI access: 5 minutes", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { access } = yield* opened
      yield* TestClock.adjust(Duration.seconds(5 * 60 - 1))
      assert.strictEqual(yield* refusal(sessions.authenticate(access)), "")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(sessions.authenticate(access)), "token_expired")
    })
  )

  it.effect("UI refresh: 12 hours idle, to the second", () =>
    Effect.gen(function* () {
      const refreshes = yield* Refreshes
      const [one, other] = [yield* opened, yield* opened]
      yield* TestClock.adjust(Duration.seconds(12 * 3600 - 1))
      assert.strictEqual(yield* refusal(refreshes.refresh(one.refresh)), "")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(refreshes.refresh(other.refresh)), "unauthenticated")
    })
  )

  it.effect("UI refresh: 7 days absolute, to the second, however often it is renewed", () =>
    Effect.gen(function* () {
      const refreshes = yield* Refreshes
      const began = yield* DateTime.now
      let { refresh } = yield* opened
      for (let hours = 11; hours < 168; hours += 11) {
        yield* TestClock.adjust("11 hours")
        refresh = (yield* refreshes.refresh(refresh)).refresh
      }
      const end = DateTime.addDuration(began, Duration.days(7))
      yield* TestClock.adjust(Duration.subtract(DateTime.distance(yield* DateTime.now, end), Duration.seconds(1)))
      const last = yield* refreshes.refresh(refresh)
      assert.deepStrictEqual(last.endsAt, end)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(refreshes.refresh(last.refresh)), "unauthenticated")
      assert.notStrictEqual(yield* refusal((yield* Sessions).authenticate(last.access)), "")
    })
  )

  it.effect("UI refresh: sixty in a minute for a family, and the limit costs neither the value nor the session", () =>
    Effect.gen(function* () {
      const refreshes = yield* Refreshes
      let { refresh } = yield* opened
      for (let count = 0; count < 60; count++) refresh = (yield* refreshes.refresh(refresh)).refresh
      assert.strictEqual(yield* refusal(refreshes.refresh(refresh)), "rate_limited")
      yield* TestClock.adjust(Duration.seconds(61))
      assert.strictEqual(yield* refusal(refreshes.refresh(refresh)), "")
    })
  )

  it.effect("direct S3 session: 30 minutes idle, to the second, and its credentials go with it", () =>
    Effect.gen(function* () {
      const sessions = yield* S3Sessions
      const [one, other] = [yield* s3, yield* s3]
      yield* TestClock.adjust(Duration.seconds(30 * 60 - 1))
      assert.strictEqual(yield* refusal(sessions.authenticate(one.token)), "")
      assert.isString(yield* credentialsOf(other.sessionId))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(sessions.authenticate(other.token)), "unauthenticated")
      assert.isNull(yield* credentialsOf(other.sessionId))
      assert.strictEqual(yield* refusal(sessions.authenticate(one.token)), "", "use keeps a session alive")
    })
  )

  it.effect("direct S3 session: 8 hours absolute, to the second, however busy it is", () =>
    Effect.gen(function* () {
      const sessions = yield* S3Sessions
      const { sessionId, token } = yield* s3
      for (let minutes = 20; minutes < 480; minutes += 20) {
        yield* TestClock.adjust("20 minutes")
        yield* sessions.authenticate(token)
      }
      yield* TestClock.adjust(Duration.seconds(20 * 60 - 1))
      assert.strictEqual(yield* refusal(sessions.authenticate(token)), "")
      yield* TestClock.adjust("1 second")
      assert.notStrictEqual(yield* refusal(sessions.authenticate(token)), "")
      yield* sessions.sweep
      assert.isNull(yield* credentialsOf(sessionId))
    })
  )

  it.effect(
    "direct S3 session: nobody comes back, and the sweep erases its credentials; a revocation does at once",
    () =>
      Effect.gen(function* () {
        const sessions = yield* S3Sessions
        const [left, ended] = [yield* s3, yield* s3]
        yield* sessions.logout(yield* sessions.authenticate(ended.token))
        assert.isNull(yield* credentialsOf(ended.sessionId))
        assert.strictEqual(yield* refusal(sessions.authenticate(ended.token)), "session_revoked")
        yield* TestClock.adjust("31 minutes")
        assert.isAtLeast(yield* sessions.sweep, 1)
        assert.isNull(yield* credentialsOf(left.sessionId))
      })
  )

  it.effect("direct S3 session: keeps a complete capabilities snapshot, and its secrets only as ciphertext", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { sessionId } = yield* s3
      const [row] = yield* sql<{ row: string; capabilities: Record<string, unknown> }>`
      select s::text as row, capabilities from auth_sessions s where id = ${sessionId}::uuid`
      assert.deepStrictEqual(row?.capabilities, {
        can_manage_buckets: false,
        can_manage_iam: false,
        can_browse_objects: true,
        has_admin_ops: false
      })
      assert.notInclude(row?.row, "secret-of-the-key")
      assert.notInclude(row?.row, "session-token")
      const acting = yield* (yield* S3Sessions).contextOf(sessionId)
      assert.strictEqual((yield* openedKey(acting!.s3)).secretKey, "secret-of-the-key")
      const refused = yield* Effect.exit(
        sql`update auth_sessions set revoked_at = now(), revoked_reason = 'x' where id = ${sessionId}::uuid`
      )
      assert.strictEqual(refused._tag, "Failure", "the database itself keeps no credentials in a revoked session")
    })
  )

  it.effect("API token: 30 days unless said otherwise, 90 at most, to the second", () =>
    Effect.gen(function* () {
      const tokens = yield* OwnedTokens
      const apiTokens = yield* ApiTokens
      const caller = yield* callerOf(yield* opened)
      const [standard, longest] = [
        yield* tokens.create(caller, { name: "standard", scopes: ["profile.read"] }),
        yield* tokens.create(caller, { name: "longest", scopes: ["profile.read"], expires_in_days: 90 })
      ]
      yield* TestClock.adjust(Duration.seconds(30 * 86400 - 1))
      assert.strictEqual(yield* refusal(apiTokens.authenticate(Redacted.make(standard.token))), "")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(apiTokens.authenticate(Redacted.make(standard.token))), "token_expired")
      yield* TestClock.adjust(Duration.seconds(60 * 86400 - 1))
      assert.strictEqual(yield* refusal(apiTokens.authenticate(Redacted.make(longest.token))), "")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* refusal(apiTokens.authenticate(Redacted.make(longest.token))), "token_expired")
    })
  )

  it.effect("API token: the database itself refuses one that lives longer than 90 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { user } = yield* callerOf(yield* opened)
      const exit = yield* Effect.exit(sql`
      insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at)
      values (gen_random_uuid(), ${user.id}, 'long', 'h', '["profile.read"]', 1, now(),
        now() + interval '90 days 1 second')`)
      assert.strictEqual(exit._tag, "Failure")
    })
  )

  it.effect("pre-authentication: 5 minutes, to the second", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const pending = yield* sessions.openPending(yield* somebody(), "webauthn_authentication")
      yield* TestClock.adjust(Duration.seconds(5 * 60 - 1))
      assert.strictEqual(yield* refusal(sessions.authenticatePending(pending.token)), "")
      yield* TestClock.adjust("1 second")
      assert.notStrictEqual(yield* refusal(sessions.authenticatePending(pending.token)), "")
    })
  )

  it.effect("no value of one class is taken for another", () =>
    Effect.gen(function* () {
      const [sessions, s3Sessions, apiTokens] = [yield* Sessions, yield* S3Sessions, yield* ApiTokens]
      const open = yield* opened
      const pending = yield* sessions.openPending(yield* somebody(), "webauthn_authentication")
      const keys = yield* s3
      const { token } = yield* (yield* OwnedTokens).create(yield* callerOf(open), {
        name: "t",
        scopes: ["profile.read"]
      })
      const values = { access: open.access, pending: pending.token, s3: keys.token, token: Redacted.make(token) }
      const doors = {
        access: sessions.authenticate,
        pending: sessions.authenticatePending,
        s3: s3Sessions.authenticate,
        token: apiTokens.authenticate
      }
      for (const [door, authenticate] of Object.entries(doors)) {
        for (const [kind, value] of Object.entries(values)) {
          const code = yield* refusal<unknown, never>(authenticate(value))
          assert.strictEqual(code === "", kind === door, `${kind} at ${door}`)
        }
      }
    })
  )
})
