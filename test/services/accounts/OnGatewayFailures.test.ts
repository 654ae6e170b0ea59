import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UserKeys } from "#services/accounts/UserKeys.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { adminTarget, sceneOf } from "../../gateway/contract/adminGateway.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { keyOf, registered, RotationWorld, s3Of } from "../rotation/rotationWorld.ts"
import { administrator } from "../support/storageFixture.ts"

const World = Layer.merge(RotationWorld, anyIntent)

const sandbox = Effect.gen(function* () {
  const gateway = yield* Effect.orDie(freshSandbox())
  const { target } = sceneOf(gateway)
  const users = yield* GatewayUsers
  const { uid } = yield* users.ownerOf(target, target.credential.accessKey)
  const made = yield* registered(target, yield* users.mintKey(target, uid, newAccessKey()))
  return { gateway, target, ...made }
})

layer(World, { excludeTestServices: true, timeout: "120 seconds" })("a gateway that fails, is old or refuses", (it) => {
  it.effect(
    "an RGW user's page takes two calls of the gateway, its keys two, an RGW account's two, however much they own",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            account,
            gateway,
            users: [user]
          } = yield* sandbox
          const [users, accounts, keys] = [yield* UsersOnGateway, yield* AccountsOnGateway, yield* UserKeys]
          yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => keys.create(administrator, user!.id))
          const counted = <A, E, R>(work: Effect.Effect<A, E, R>) =>
            Effect.gen(function* () {
              gateway.faults.resetCalls()
              yield* work
              return gateway.faults
                .calls()
                .map(({ op }) => op)
                .sort()
            })
          assert.deepStrictEqual(yield* counted(users.get(user!.id)), ["AdminRateLimitGet", "AdminUserGet"])
          assert.deepStrictEqual(yield* counted(keys.list(user!.id)), ["AdminMetadataGet", "AdminUserGet"])
          assert.deepStrictEqual(yield* counted(accounts.get(account.id)), ["AdminAccountGet", "AdminUserGet"])
        })
      ),
    60_000
  )

  it.effect(
    "without rate limits (405), or the right to read them (403), everything else is shown; setting them says why not",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            gateway,
            users: [user]
          } = yield* sandbox
          const users = yield* UsersOnGateway
          const limit = {
            enabled: true,
            max_read_ops: 1,
            max_write_ops: null,
            max_read_bytes: null,
            max_write_bytes: null
          }
          const unknown = [
            gateway.faults.inject({
              match: { op: "AdminRateLimitGet" },
              effect: { status: 405, code: "MethodNotAllowed" }
            }),
            gateway.faults.inject({
              match: { op: "AdminRateLimitPut" },
              effect: { status: 405, code: "MethodNotAllowed" }
            })
          ]
          assert.deepInclude(yield* users.get(user!.id), { rate_limit: { state: "not_supported" }, max_buckets: 1000 })
          const refused = yield* Effect.flip(users.setRateLimit(administrator, user!.id, limit))
          assert.deepInclude(refused, { _tag: "Conflict", code: "state_conflict" })
          assert.include(JSON.stringify(refused), "has no rate limits")
          for (const fault of unknown) fault.remove()
          gateway.faults.inject({ match: { op: "AdminRateLimitGet" }, effect: { status: 403, code: "AccessDenied" } })
          assert.deepInclude(yield* users.get(user!.id), { rate_limit: { state: "refused" } })
        })
      ),
    60_000
  )

  it.effect(
    "a technical key that may not read records says nothing of when keys were made, and lists them all the same",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            gateway,
            users: [user]
          } = yield* sandbox
          gateway.faults.inject({
            match: { pathIncludes: "/admin/metadata/" },
            effect: { status: 403, code: "AccessDenied" }
          })
          assert.deepStrictEqual(
            (yield* (yield* UserKeys).list(user!.id)).map(({ created_at }) => created_at),
            [null]
          )
        })
      ),
    60_000
  )

  it.effect(
    "a quota whose answer is lost was set, and is told so",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            gateway,
            users: [user]
          } = yield* sandbox
          const users = yield* UsersOnGateway
          const quota = { enabled: true, max_size_bytes: 4096, max_objects: 3 }
          // an idempotent call is retried: lose every attempt
          gateway.faults.inject({ match: { op: "AdminUserQuotaPut" }, effect: "reset-after" })
          assert.deepStrictEqual((yield* users.setQuota(administrator, user!.id, "user", quota)).user_quota, quota)
        })
      ),
    60_000
  )

  it.effect(
    "a yes that nothing followed is none",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            gateway,
            users: [user]
          } = yield* sandbox
          gateway.faults.inject({ match: { op: "AdminUserPost" }, effect: "empty-200" })
          const users = yield* UsersOnGateway
          assert.strictEqual(
            (yield* Effect.flip(users.suspend(administrator, user!.id, { suspended: true })))._tag,
            "StorageError"
          )
          gateway.faults.clear()
          assert.isFalse((yield* users.get(user!.id)).suspended)
        })
      ),
    60_000
  )

  it.effect(
    "neither is one to the last of several calls: capabilities, and the deletion of an RGW account",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            account,
            gateway,
            target,
            users: [user]
          } = yield* sandbox
          const [accounts, users, rows] = [yield* AccountsOnGateway, yield* UsersOnGateway, yield* RgwAccounts]
          gateway.faults.inject({ match: { op: "AdminAccountDelete" }, effect: "empty-200" })
          gateway.faults.inject({ match: { op: "AdminUserCapsPut" }, effect: "empty-200" })
          assert.deepInclude(
            yield* Effect.flip(users.setCaps(administrator, user!.id, { caps: [{ type: "usage", perm: "read" }] })),
            { _tag: "StorageError", storage_status: 200 }
          )
          assert.deepInclude(yield* Effect.flip(accounts.delete(administrator, account.id)), {
            _tag: "StorageError",
            storage_status: 200
          })
          gateway.faults.clear()
          assert.strictEqual((yield* rows.get(account.id)).name, account.name, "it is registered as before")
          const buckets = yield* BucketGateway
          assert.isTrue(
            yield* Effect.isSuccess(buckets.list(s3Of(target.url, yield* keyOf("account", account.id)))),
            "its root user is given back"
          )
          assert.deepStrictEqual((yield* users.get(user!.id)).caps, [])
        })
      ),
    60_000
  )

  it.effect(
    "an RGW account that the gateway keeps at the second step gets its root user back, with a key that works",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { account, gateway, target } = yield* sandbox
          const [accounts, buckets, rows] = [yield* AccountsOnGateway, yield* BucketGateway, yield* RgwAccounts]
          const before = yield* keyOf("account", account.id)
          const sentence = "The account cannot be deleted until all roles are removed."
          const fault = gateway.faults.inject({
            match: { op: "AdminAccountDelete" },
            effect: { status: 409, code: "BucketNotEmpty", message: sentence }
          })
          const kept = yield* Effect.flip(accounts.delete(administrator, account.id))
          assert.deepInclude(kept, { _tag: "Conflict", code: "state_conflict" })
          assert.include(JSON.stringify(kept), "until all roles are removed")
          assert.strictEqual(fault.hits(), 1)
          const after = yield* keyOf("account", account.id)
          assert.notStrictEqual(after.accessKey, before.accessKey)
          assert.isTrue(
            yield* Effect.isSuccess(buckets.list(s3Of(target.url, after))),
            "the console acts for it as before"
          )
          assert.strictEqual((yield* rows.get(account.id)).name, account.name)
          fault.remove()
          yield* accounts.delete(administrator, account.id)
          assert.strictEqual((yield* Effect.flip(rows.get(account.id)))._tag, "NotFound")
        })
      ),
    60_000
  )

  it.effect(
    "when the root user cannot be given back at once, reconciliation does it",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { account, gateway, target } = yield* sandbox
          const [accounts, buckets] = [yield* AccountsOnGateway, yield* BucketGateway]
          const keeps = gateway.faults.inject({
            match: { op: "AdminAccountDelete" },
            effect: { status: 409, code: "BucketNotEmpty" }
          })
          const broken = gateway.faults.inject({ match: { op: "AdminUserPut" }, effect: 500 })
          assert.strictEqual((yield* Effect.flip(accounts.delete(administrator, account.id)))._tag, "Conflict")
          assert.isFalse(yield* Effect.isSuccess(buckets.list(s3Of(target.url, yield* keyOf("account", account.id)))))
          keeps.remove()
          broken.remove()
          const until = Effect.gen(function* () {
            yield* (yield* Audited).findOut(null)
            return yield* Effect.isSuccess(buckets.list(s3Of(target.url, yield* keyOf("account", account.id))))
          })
          let back = false
          for (let tries = 0; !back && tries < 40; tries++) {
            back = yield* until
            if (!back) yield* Effect.sleep("1 second")
          }
          assert.isTrue(back)
        })
      ),
    120_000
  )

  it.effect(
    "an RGW user whose deletion was answered by nobody is gone here too, once it is gone there",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const {
            gateway,
            users: [user]
          } = yield* sandbox
          gateway.faults.inject({ match: { op: "AdminUserDelete" }, effect: "reset-after" })
          const [users, rows] = [yield* UsersOnGateway, yield* RgwUsers]
          yield* users.delete(administrator, user!.id)
          assert.strictEqual((yield* Effect.flip(rows.get(user!.id)))._tag, "NotFound")
        })
      ),
    60_000
  )
})

const { gateway: real, lack } = await realGateway("a")
requirement("real RGW", lack)("an RGW account with a role on a real RGW", () => {
  layer(World, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "stays with its root user, says that roles are left, and goes once they are gone",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const target = adminTarget(real!.url, real!.admin)
            const users = yield* GatewayUsers
            const { uid } = yield* users.ownerOf(target, target.credential.accessKey)
            const { account } = yield* registered(target, yield* users.mintKey(target, uid, newAccessKey()))
            const [accounts, buckets] = [yield* AccountsOnGateway, yield* BucketGateway]
            const iam = Effect.fnUntraced(function* (form: string) {
              const { accessKey, secretKey } = yield* keyOf("account", account.id)
              const body = `${form}&Version=2010-05-08`
              const headers = yield* Effect.promise(() =>
                signRequest({
                  method: "POST",
                  url: target.url,
                  path: "/",
                  query: {},
                  region: "default",
                  service: "iam",
                  key: { access_key: accessKey, secret_key: Redacted.make(secretKey) },
                  form: body
                })
              )
              return yield* Effect.promise(
                async () => (await fetch(`${target.url}/`, { method: "POST", headers, body })).status
              )
            })
            const trust = encodeURIComponent(
              JSON.stringify({
                Version: "2012-10-17",
                Statement: [{ Effect: "Allow", Principal: { AWS: ["*"] }, Action: ["sts:AssumeRole"] }]
              })
            )
            assert.strictEqual(yield* iam(`Action=CreateRole&RoleName=auditor&AssumeRolePolicyDocument=${trust}`), 200)
            const kept = yield* Effect.flip(accounts.delete(administrator, account.id))
            assert.include(JSON.stringify(kept), "It cannot be deleted until all roles are removed")
            assert.isTrue(yield* Effect.isSuccess(buckets.list(s3Of(target.url, yield* keyOf("account", account.id)))))
            assert.strictEqual(
              yield* iam("Action=DeleteRole&RoleName=auditor"),
              200,
              "its root user may do what it could"
            )
            yield* accounts.delete(administrator, account.id)
          })
        ),
      60_000
    )
  })
})
