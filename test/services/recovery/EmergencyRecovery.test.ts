import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as RecoveryRecordsSql from "#layers/sql/identity/RecoveryRecordsSql.ts"
import { EmergencyRecovery, recoveryPhrase } from "#services/identity/EmergencyRecovery.ts"
import { ChallengeRecords } from "#services/identity/passkeys/ChallengeRecords.ts"
import { RecoveryCodeRecords } from "#services/identity/passkeys/RecoveryCodeRecords.ts"
import { PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Users } from "#services/identity/users/Users.ts"
import { passkeyPolicyIs } from "../../rules/people.ts"
import { dumpOf } from "../../support/dump.ts"
import { firstAdministrator } from "../../support/firstAdministrator.ts"
import { somebodyWaits } from "../../support/somebodyWaits.ts"
import { AccessOnDatabase } from "../support/accessLayer.ts"

const Recovery = EmergencyRecovery.layer.pipe(
  Layer.provide(RecoveryRecordsSql.layer),
  Layer.provideMerge(AccessOnDatabase)
)

const passkey = (credentialId: string) => ({
  credentialId,
  publicKey: new Uint8Array([1, 2, 3]),
  counter: 0,
  transports: [],
  deviceType: "singleDevice" as const,
  backedUp: false
})

const equipped = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const passkeys = yield* PasskeyRecords
  const sessions = yield* Sessions
  const now = yield* DateTime.now
  const { user } = yield* firstAdministrator
  yield* passkeys.add(user.id, "Key", passkey("one"), now)
  yield* passkeys.add(user.id, "Key", passkey("two"), now)
  yield* (yield* RecoveryCodeRecords).replace(user.id, ["a", "b", "c"], now)
  const [row] = yield* sql<{ version: number }>`select auth_version as version from ui_users where id = ${user.id}`
  const owner = { user, authVersion: row?.version ?? 0 }
  const open = yield* sessions.open(owner, null)
  yield* sessions.openPending(owner, "webauthn_authentication")
  yield* (yield* ChallengeRecords).add(
    { digest: "challenge", sessionId: open.sessionId, purpose: "step_up" },
    DateTime.add(now, { minutes: 5 })
  )
  yield* sql`
    insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at)
    values (gen_random_uuid(), ${user.id}, 'ci', 'token-digest', '["admin:read"]', ${owner.authVersion}, now(),
      now() + interval '1 day')`
  return { ...owner, access: open.access }
})

const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`
    select (select count(*)::int from webauthn_credentials) as passkeys,
      (select count(*)::int from recovery_codes) as codes,
      (select count(*)::int from webauthn_challenges) as challenges,
      (select count(*)::int from auth_sessions where revoked_at is null) as sessions,
      (select count(*)::int from api_tokens where revoked_at is null) as tokens`
  return row
})

const version = Effect.gen(function* () {
  const [row] = yield* (yield* SqlClient.SqlClient)<{
    version: number
  }>`select auth_version as version from ui_users where email = 'ada@example.org'`
  return row?.version ?? 0
})

layer(Recovery, { timeout: "60 seconds", excludeTestServices: true })("emergency recovery", (it) => {
  it.effect("another phrase than the exact one changes nothing", () =>
    Effect.gen(function* () {
      yield* equipped
      const { recover } = yield* EmergencyRecovery
      const before = yield* dumpOf
      for (const phrase of [
        "",
        "recover",
        "recover ADA@example.org",
        "recover ada@example.org ",
        "yes",
        "Recover ada@example.org"
      ]) {
        assert.strictEqual((yield* Effect.flip(recover(phrase)))._tag, "InvalidInput", phrase)
      }
      assert.strictEqual(yield* dumpOf, before)
    })
  )

  it.effect("the exact phrase takes passkeys, codes, challenges, sessions and tokens, and the password stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { access, authVersion, user } = yield* Effect.gen(function* () {
        yield* sql`truncate ui_users, audit_logs cascade`
        return yield* equipped
      })
      const { plan, recover } = yield* EmergencyRecovery
      const planned = yield* plan
      assert.deepInclude(planned, {
        passkeys: 2,
        recoveryCodes: 3,
        challenges: 1,
        sessions: 2,
        tokens: 1,
        next: "webauthn_enrollment"
      })
      assert.deepStrictEqual(yield* recover(recoveryPhrase(user)), planned)
      assert.deepStrictEqual(yield* left, { passkeys: 0, codes: 0, challenges: 0, sessions: 0, tokens: 0 } as never)
      assert.isAbove(yield* version, authVersion)
      const refused = yield* Effect.flip((yield* Sessions).authenticate(access))
      assert.strictEqual(refused.code, "session_revoked")
      const [row] = yield* sql<{
        has: boolean
      }>`select password_hash is not null as has from ui_users where id = ${user.id}`
      assert.isTrue(row?.has)
    })
  )

  it.effect("the audit trail has it once, by the operator, with numbers and no secret", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
      select actor_user_id, actor_via, entity_type, entity_label, status, metadata from audit_logs
        where action = 'superadmin.recover'`
      assert.deepStrictEqual(rows, [
        {
          actor_user_id: null,
          actor_via: "operator",
          entity_type: "ui_user",
          entity_label: "ada@example.org",
          status: "success",
          metadata: { passkeys: 2, recovery_codes: 3, challenges: 1, sessions: 2, tokens: 1 }
        }
      ] as never)
    })
  )

  it.effect("auth_version rises also where there was no passkey", () =>
    Effect.gen(function* () {
      const { user } = yield* firstAdministrator
      const before = yield* version
      yield* (yield* EmergencyRecovery).recover(recoveryPhrase(user))
      assert.strictEqual(yield* version, before + 1)
    })
  )

  it.effect("a passkey that is being enrolled at that moment goes too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const passkeys = yield* PasskeyRecords
      const { user } = yield* firstAdministrator
      const [holding, enrol] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const enrolling = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select from ui_users where id = ${user.id} for update`
            yield* Deferred.succeed(holding, undefined)
            yield* Deferred.await(enrol)
            yield* passkeys.add(user.id, "Late", passkey("late"), yield* DateTime.now)
          })
        )
      )
      yield* Deferred.await(holding)
      const recovery = yield* Effect.forkChild((yield* EmergencyRecovery).recover(recoveryPhrase(user)))
      yield* somebodyWaits
      yield* Deferred.succeed(enrol, undefined)
      yield* Fiber.join(enrolling)
      const done = yield* Fiber.join(recovery)
      assert.strictEqual(done.passkeys, 1)
      assert.deepInclude(yield* left, { passkeys: 0 })
    })
  )

  it.effect("what others have is theirs still, and an inactive second superadmin does not count", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const users = yield* Users
      const passkeys = yield* PasskeyRecords
      const now = yield* DateTime.now
      const bob = yield* users.create(
        { email: "bob@example.org", fullName: "Bob", role: "ui_admin", passwordHash: "x" },
        now
      )
      if (bob === null) return assert.fail("Bob exists")
      yield* passkeys.add(bob.user.id, "Key", passkey("bobs"), now)
      yield* users.create({ email: "eve@example.org", fullName: "Eve", role: "ui_superadmin", passwordHash: "x" }, now)
      yield* sql`update ui_users set is_active = false where email = 'eve@example.org'`
      yield* (yield* EmergencyRecovery).recover("recover ada@example.org")
      assert.deepInclude(yield* left, { passkeys: 1 })
    })
  )

  it.effect("with two active superadmins, or none, nobody is recovered", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { plan, recover } = yield* EmergencyRecovery
      yield* sql`update ui_users set is_active = true where email = 'eve@example.org'`
      const before = yield* dumpOf
      for (const attempt of [plan, recover("recover ada@example.org"), recover("recover eve@example.org")]) {
        assert.strictEqual((yield* Effect.flip(attempt))._tag, "Conflict")
      }
      assert.strictEqual(yield* dumpOf, before)
      yield* sql`update ui_users set is_active = false where role = 'ui_superadmin'`
      assert.strictEqual((yield* Effect.flip(plan))._tag, "Conflict")
    })
  )

  it.effect("where no passkey is required, the password alone is enough next time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update ui_users set is_active = true where email = 'ada@example.org'`
      yield* passkeyPolicyIs(false, false)
      assert.strictEqual((yield* (yield* EmergencyRecovery).plan).next, "ready")
    })
  )
})
