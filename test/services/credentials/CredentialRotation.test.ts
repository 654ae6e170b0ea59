import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as StoredCredentialsSql from "#layers/sql/gateways/StoredCredentialsSql.ts"
import { CredentialRotation } from "#services/gateways/credentials/CredentialRotation.ts"
import { somebodyWaits } from "../../support/somebodyWaits.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import {
  cipherWith,
  newKey,
  ringOf,
  seedCredentials,
  SettingsWithKeys,
  storedCells,
  write
} from "../../support/storedCredentials.ts"

const [oldKey, key] = [newKey(), newKey()]
const prefix = `v1.${ringOf(key)[0].kid}.`

const Rotation = CredentialRotation.layer.pipe(
  Layer.provide(Layer.merge(StoredCredentialsSql.layer, AuditTrail)),
  Layer.provide(CredentialCipherAes.layer),
  Layer.provide(SettingsWithKeys(key, oldKey)),
  Layer.provideMerge(TestDatabase.layer)
)

const rotate = Effect.flatMap(CredentialRotation, ({ rotate }) => rotate(() => Effect.void))
const opened = Effect.gen(function* () {
  const cipher = yield* cipherWith(key)
  return yield* Effect.forEach(yield* storedCells, ({ purpose, text }) =>
    Effect.match(cipher.decrypt(purpose, text), { onSuccess: Redacted.value, onFailure: () => `nothing of ${purpose}` })
  )
})
const secrets = Effect.map(storedCells, (cells) => cells.map(({ purpose }) => `secret of ${purpose}`))

const fresh = { timeout: "60 seconds", excludeTestServices: true } as const

layer(Rotation, fresh)("re-encrypting stored credentials", (it) => {
  it.effect("every place is under the first key afterwards, and the first key alone opens it", () =>
    Effect.gen(function* () {
      yield* seedCredentials(oldKey)
      assert.isTrue((yield* storedCells).every(({ text }) => !text.startsWith(prefix)))
      const { left, rotated, unreadable } = yield* rotate
      assert.deepStrictEqual(rotated, {
        storage_endpoints: 1,
        endpoint_s3_keys: 1,
        rgw_accounts: 1,
        rgw_users: 1,
        s3_connections: 1,
        identity_providers: 2,
        auth_sessions: 1,
        oidc_states: 1,
        shares: 1,
        bucket_migrations: 1,
        certificate_keys: 1
      })
      assert.deepStrictEqual([left, unreadable], [0, []] as never)
      assert.deepStrictEqual(yield* opened, yield* secrets)
    })
  )

  it.effect("a second time it touches nothing", () =>
    Effect.gen(function* () {
      const before = yield* storedCells
      const { rotated } = yield* rotate
      assert.isTrue(Object.values(rotated).every((count) => count === 0))
      assert.deepStrictEqual(yield* storedCells, before)
    })
  )

  it.effect("the operator's audit rows say how many there were, and nothing of what they hold", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ actor_via: string; status: string; metadata: unknown }>`
      select actor_via, status, metadata from audit_logs where action = 'credentials.rotate' order by id`
      assert.deepStrictEqual(
        rows.map(({ actor_via, status }) => [actor_via, status]),
        [
          ["operator", "success"],
          ["operator", "success"]
        ]
      )
      assert.deepInclude(rows[0]?.metadata, { unreadable: 0, left: 0 })
      assert.notInclude(JSON.stringify(rows), "v1.")
    })
  )
})

layer(Rotation, fresh)("a rotation that is interrupted", (it) => {
  it.effect("leaves every credential readable, says so in the audit trail, and goes on where it was", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* seedCredentials(oldKey, 250)
      const underWay = yield* Deferred.make<void>()
      const { rotate: rotating } = yield* CredentialRotation
      const fiber = yield* Effect.forkChild(
        rotating(({ place }) =>
          place === "auth_sessions" ? Effect.andThen(Deferred.succeed(underWay, undefined), Effect.never) : Effect.void
        )
      )
      yield* Deferred.await(underWay)
      yield* Fiber.interrupt(fiber)

      const halfway = yield* storedCells
      const done = halfway.filter(({ text }) => text.startsWith(prefix)).length
      assert.strictEqual(done, 107)
      const both = yield* cipherWith(key, oldKey)
      for (const { purpose, text } of halfway) {
        assert.strictEqual(Redacted.value(yield* both.decrypt(purpose, text)), `secret of ${purpose}`)
      }
      const audit = yield* sql`select status from audit_logs where action = 'credentials.rotate'`
      assert.deepStrictEqual(audit, [{ status: "failure" }] as never)

      const { rotated } = yield* rotate
      assert.strictEqual(
        Object.values(rotated).reduce((sum, count) => sum + count, 0),
        halfway.length - done
      )
      assert.deepStrictEqual(yield* opened, yield* secrets)
    })
  )
})

layer(Rotation, fresh)("a rotation while others write", (it) => {
  it.effect(
    "a credential that somebody changes meanwhile stays as they wrote it, and one that is erased stays erased",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* seedCredentials(oldKey)
        const [account] = (yield* storedCells).filter(({ place }) => place === "rgw_accounts")
        const theirs = yield* (yield* cipherWith(key)).encrypt(account?.purpose ?? "", Redacted.make("a newer secret"))
        const [held, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const others = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* write({ place: "rgw_accounts", id: account?.id ?? "" }, theirs)
              yield* sql`update auth_sessions set revoked_at = now(), revoked_reason = 'logout', s3_credentials = null`
              yield* Deferred.succeed(held, undefined)
              yield* Deferred.await(released)
            })
          )
        )
        yield* Deferred.await(held)
        const rotation = yield* Effect.forkChild(rotate)
        yield* somebodyWaits
        yield* Deferred.succeed(released, undefined)
        yield* Fiber.join(others)
        const { left, rotated, unreadable } = yield* Fiber.join(rotation)
        assert.deepStrictEqual([rotated.rgw_accounts, rotated.auth_sessions, left, unreadable.length], [0, 0, 0, 0])
        const after = yield* storedCells
        assert.strictEqual(after.find(({ place }) => place === "rgw_accounts")?.text, theirs)
        assert.isFalse(after.some(({ place }) => place === "auth_sessions"))
      })
  )

  it.effect("one that an older ring writes meanwhile is counted as left", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const old = yield* cipherWith(oldKey)
      const cells = yield* storedCells
      for (const cell of cells) yield* write(cell, yield* old.encrypt(cell.purpose, Redacted.make("again")))
      const late = cells.find(({ place }) => place === "storage_endpoints")
      const { rotate: rotating } = yield* CredentialRotation
      const { left } = yield* rotating(
        Effect.fnUntraced(function* ({ place }) {
          if (place !== "oidc_states" || late === undefined) return
          yield* Effect.orDie(
            write(late, yield* old.encrypt(late.purpose, Redacted.make("late"))).pipe(
              Effect.provideService(SqlClient.SqlClient, sql)
            )
          )
        })
      )
      assert.strictEqual(left, 1)
      assert.strictEqual((yield* rotate).left, 0)
    })
  )

  it.effect("two do not run at once", () =>
    Effect.gen(function* () {
      const [first] = yield* storedCells
      if (first === undefined) return assert.fail("nothing is stored")
      yield* write(first, yield* (yield* cipherWith(oldKey)).encrypt(first.purpose, Redacted.make("again")))
      const underWay = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const { rotate: rotating } = yield* CredentialRotation
      const one = yield* Effect.forkChild(
        rotating(() => Effect.andThen(Deferred.succeed(underWay, undefined), Deferred.await(go)))
      )
      yield* Deferred.await(underWay)
      const other = yield* Effect.flip(rotate)
      assert.strictEqual(other.code, "state_conflict")
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(one)
      assert.isTrue(Exit.isSuccess(yield* Effect.exit(rotate)))
    })
  )
})

layer(Rotation, fresh)("credentials that cannot be read", (it) => {
  it.effect("are named by table and id, stay as they are, and hold nobody else up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* seedCredentials(oldKey, 120)
      const cells = yield* storedCells
      const lost = cells.find(({ place }) => place === "rgw_users")
      const plain = cells.find(({ place }) => place === "auth_sessions")
      if (lost === undefined || plain === undefined) return assert.fail("nothing is stored")
      const gone = yield* (yield* cipherWith(newKey())).encrypt(lost.purpose, Redacted.make("under a key that is gone"))
      yield* write(lost, gone)
      yield* write(plain, "a plaintext canary")
      const { left, rotated, unreadable } = yield* rotate
      assert.deepStrictEqual(unreadable, [
        { place: "rgw_users", id: lost.id },
        { place: "auth_sessions", id: plain.id }
      ])
      assert.deepStrictEqual([rotated.rgw_users, rotated.auth_sessions, left], [0, 119, 0])
      const after = yield* storedCells
      assert.strictEqual(after.find(({ id, place }) => place === "rgw_users" && id === lost.id)?.text, gone)
      const audit = yield* sql`select status, metadata::text as metadata, message from audit_logs
          where action = 'credentials.rotate'`
      assert.strictEqual(audit[0]?.["status"], "failure")
      assert.notInclude(JSON.stringify(audit), "canary")
    })
  )
})
