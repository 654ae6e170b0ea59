import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { firstAdministrator } from "../../support/firstAdministrator.ts"
import { AccessOnDatabase } from "../support/accessLayer.ts"

const opened = Effect.gen(function* () {
  return yield* (yield* Sessions).open(yield* firstAdministrator, null)
})

const refusal = <A, R>(attempt: Effect.Effect<A, { readonly code: string }, R>) =>
  Effect.match(attempt, { onFailure: ({ code }) => code, onSuccess: () => "" })

layer(AccessOnDatabase, { timeout: "60 seconds" })("sessions", (it) => {
  it.effect("a replayed refresh value revokes the family", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const { access, refresh } = yield* opened
      const next = yield* (yield* Refreshes).refresh(refresh)
      assert.notStrictEqual(yield* refusal((yield* Refreshes).refresh(refresh)), "")
      assert.strictEqual(yield* refusal(sessions.authenticate(next.access)), "session_revoked")
      assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
      assert.notStrictEqual(yield* refusal((yield* Refreshes).refresh(next.refresh)), "")
    })
  )

  it.effect("of fifty racers on one refresh value at most one gets through, and the family ends", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const refreshes = yield* Refreshes
      const { access, refresh } = yield* opened
      const outcomes = yield* Effect.all(
        Array.from({ length: 50 }, () => refusal(refreshes.refresh(refresh))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes.filter((code) => code === "").length, 1)
      assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
    })
  )

  it.effect("signing out everywhere ends every session of the user at once", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const all = yield* Effect.all([opened, opened, opened])
      yield* sessions.logoutAll((yield* firstAdministrator).user)
      for (const { access } of all) assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
    })
  )

  it.effect("signing out everywhere else keeps the session that asks", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const [here, ...others] = yield* Effect.all([opened, opened, opened])
      const { user } = yield* firstAdministrator
      assert.isAtLeast(yield* sessions.logoutOthers(user, here.sessionId), others.length)
      for (const { access } of others)
        assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
      assert.strictEqual(yield* refusal(sessions.authenticate(here.access)), "")
      assert.strictEqual(yield* sessions.logoutOthers(user, here.sessionId), 0)
    })
  )

  it.effect("a new auth_version ends the sessions opened under the old one", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const sql = yield* SqlClient.SqlClient
      const { access } = yield* opened
      yield* sql`update ui_users set auth_version = auth_version + 1`
      assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
    })
  )

  it.effect("a deactivated user is nobody", () =>
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const sql = yield* SqlClient.SqlClient
      const owner = yield* firstAdministrator
      const { access } = yield* sessions.open(
        { ...owner, authVersion: (yield* sql<{ v: number }>`select auth_version as v from ui_users`)[0]?.v ?? 1 },
        null
      )
      yield* sql`update ui_users set is_active = false`
      assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
      yield* sql`update ui_users set is_active = true`
    })
  )

  it.effect("refresh values stand in the database as digests only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { access, refresh } = yield* opened
      const rows = yield* sql`select (select json_agg(r)::text from refresh_values r) || (select json_agg(s)::text
          from auth_sessions s) as dump`
      const dump = JSON.stringify(rows)
      assert.notInclude(dump, Redacted.value(refresh))
      assert.notInclude(dump, Redacted.value(access))
    })
  )
})
