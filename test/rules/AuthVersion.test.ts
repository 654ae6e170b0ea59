import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ApiTokens } from "#services/identity/ApiTokens.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { OwnSecurity } from "#services/identity/OwnSecurity.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import type { UserRecord } from "#services/identity/users/Users.ts"
import { UiUsers } from "#services/identity/users/UiUsers.ts"
import { UserIdentities } from "#services/identity/federation/UserIdentities.ts"
import { UserSecurityAdmin } from "#services/identity/UserSecurityAdmin.ts"
import { IdentityRecords } from "#services/identity/federation/IdentityRecords.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { AccessOnDatabase } from "../services/support/accessLayer.ts"
import { again, callerOf, enrolled, password, refusal, somebody } from "./people.ts"

type Cause = (
  admin: Effect.Success<ReturnType<typeof callerOf>>,
  target: UserRecord
) => Effect.Effect<unknown, unknown, never>

const mapping = (subject: string) => ({ providerType: "oidc" as const, providerId: "corp", subject })

layer(AccessOnDatabase, { timeout: "120 seconds" })("auth_version", (it) => {
  const after = Effect.fnUntraced(function* (target: UserRecord, change: Cause) {
    const [sessions, tokens] = [yield* Sessions, yield* OwnedTokens]
    const opened = yield* sessions.open(target, null)
    const { token } = yield* tokens.create(yield* callerOf(opened), { name: "t", scopes: ["profile.read"] })
    const admin = yield* callerOf(yield* sessions.open(yield* somebody("ui_superadmin"), null))
    yield* Effect.provideService(change(admin, target), CurrentStepUp, Effect.void)
    const now = yield* again(target)
    return {
      raised: now.authVersion - target.authVersion,
      session: yield* refusal(sessions.authenticate(opened.access)),
      refresh: yield* refusal((yield* Refreshes).refresh(opened.refresh)),
      token: yield* refusal((yield* ApiTokens).authenticate(Redacted.make(token)))
    }
  })
  const over = { raised: 1, session: "session_revoked", refresh: "session_revoked", token: "token_revoked" }

  it.effect("is raised by a change of the password, and every session, refresh value and token ends", () =>
    Effect.gen(function* () {
      const security = yield* UserSecurityAdmin
      assert.deepStrictEqual(
        yield* after(yield* somebody(), (admin, { user }) =>
          security.setPassword(admin, user.id, Redacted.make("another password of theirs"))
        ),
        over
      )
    })
  )

  it.effect("is raised by a change of the e-mail, the role and the activation", () =>
    Effect.gen(function* () {
      const users = yield* UiUsers
      assert.deepStrictEqual(
        yield* after(yield* somebody(), (admin, { user }) =>
          users.update(admin, user.id, { email: `${crypto.randomUUID()}@example.org` })
        ),
        over
      )
      assert.deepStrictEqual(
        yield* after(yield* somebody(), (admin, { user }) => users.update(admin, user.id, { role: "ui_none" })),
        over
      )
      assert.deepStrictEqual(
        yield* after(yield* somebody(), (admin, { user }) => users.update(admin, user.id, { is_active: false })),
        over
      )
    })
  )

  it.effect("is raised by a change of the passkeys", () =>
    Effect.gen(function* () {
      const security = yield* UserSecurityAdmin
      assert.deepStrictEqual(
        yield* after((yield* enrolled("ui_user")).record, (admin, { user }) => security.resetMfa(admin, user.id)),
        over
      )
    })
  )

  it.effect("is raised by adding, revoking and restoring an external identity", () =>
    Effect.gen(function* () {
      const [identities, records] = [yield* UserIdentities, yield* IdentityRecords]
      const now = yield* DateTime.now
      const target = yield* somebody()
      assert.deepStrictEqual(
        yield* after(target, (_, { user }) => records.add(mapping("s-1"), user.id, null, now)),
        over
      )
      const [{ id } = { id: 0 }] = yield* records.ofUser(target.user.id)
      assert.deepStrictEqual(
        yield* after(yield* again(target), (admin, { user }) => identities.revoke(admin, user.id, id)),
        over
      )
      assert.deepStrictEqual(
        yield* after(yield* again(target), (admin, { user }) => identities.restore(admin, user.id, id)),
        over
      )
    })
  )

  it.effect(
    "stays through a change of the full name, a sign-in, a use of a passkey or an identity, and wrong tries",
    () =>
      Effect.gen(function* () {
        const [users, records, sql] = [yield* UiUsers, yield* IdentityRecords, yield* SqlClient.SqlClient]
        const alive = { raised: 0, session: "", refresh: "", token: "" }
        assert.deepStrictEqual(
          yield* after(yield* somebody(), (admin, { user }) =>
            users.update(admin, user.id, { full_name: "Another Name" })
          ),
          alive
        )
        assert.deepStrictEqual(
          yield* after(
            yield* somebody(),
            (_, { user }) =>
              sql`update ui_users set last_login_at = now(), preferences = '{"theme":"dark"}' where id = ${user.id}`
          ),
          alive
        )
        const { record } = yield* enrolled("ui_user")
        assert.deepStrictEqual(
          yield* after(
            record,
            (_, { user }) =>
              sql`update webauthn_credentials set counter = counter + 1, name = 'x' where user_id = ${user.id}`
          ),
          alive
        )
        const linked = yield* somebody()
        yield* records.add(mapping("s-2"), linked.user.id, null, yield* DateTime.now)
        const [{ id } = { id: 0 }] = yield* records.ofUser(linked.user.id)
        assert.deepStrictEqual(
          yield* after(yield* again(linked), () =>
            Effect.flatMap(DateTime.now, (now) => records.used(id, "new@example.org", now))
          ),
          alive
        )
      })
  )

  it.effect("raised by the caller's own change, the session that asked goes on as a new one and the others end", () =>
    Effect.gen(function* () {
      const [sessions, own] = [yield* Sessions, yield* OwnSecurity]
      const user = yield* somebody()
      const [here, elsewhere] = [yield* sessions.open(user, null), yield* sessions.open(user, null)]
      const renewed = yield* own.changePassword(yield* callerOf(here), {
        current_password: Redacted.make(password),
        new_password: Redacted.make("a new password of theirs")
      })
      assert.strictEqual((yield* callerOf(renewed)).user.id, user.user.id)
      for (const { access } of [here, elsewhere])
        assert.strictEqual(yield* refusal(sessions.authenticate(access)), "session_revoked")
      assert.strictEqual(
        yield* refusal(
          own.changePassword(yield* callerOf(renewed), {
            current_password: Redacted.make("wrong"),
            new_password: Redacted.make("yet another password")
          })
        ),
        "validation_failed"
      )
      assert.strictEqual(yield* refusal(sessions.authenticate(renewed.access)), "", "a refused change ends nothing")
    })
  )

  it.effect("is announced to every replica in the same transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const triggers = yield* sql<{ name: string }>`
      select tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgname like '%_bump' order by 1`
      assert.deepStrictEqual(
        triggers.map(({ name }) => name),
        ["external_identities", "ui_users", "webauthn_credentials"]
      )
    })
  )
})
