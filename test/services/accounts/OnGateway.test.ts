import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UserKeys } from "#services/accounts/UserKeys.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { adminGateways, adminOps, as, freshUser, unique } from "../../gateway/contract/adminGateway.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { keyOf, registered, RotationWorld, s3Of } from "../rotation/rotationWorld.ts"
import { administrator } from "../support/storageFixture.ts"

const noQuota = { enabled: false, max_size_bytes: null, max_objects: null }
const mib = (count: number) => count * 1024 ** 2

const place = Effect.fnUntraced(function* (target: AdminTarget) {
  const gateway = yield* GatewayUsers
  const { uid } = yield* gateway.ownerOf(target, target.credential.accessKey)
  const technical = yield* gateway.mintKey(target, uid, newAccessKey())
  yield* Effect.addFinalizer(() => Effect.orDie(gateway.removeKey(target, technical.access_key)))
  return {
    technicalUid: uid,
    ...(yield* registered({ ...target, url: (yield* gatewayProxy(target.url)).url }, technical))
  }
})

const s3 = Effect.fnUntraced(function* (target: AdminTarget, kind: "account" | "s3_user", id: number) {
  return s3Of(target.url, yield* keyOf(kind, id))
})

const actions = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ said: string }>`select action || ' ' || status as said from audit_logs where action like 'rgw_%' order by id`,
    (rows) => rows.map(({ said }) => said)
  )
)

for (const { lack, name, scene } of await adminGateways()) {
  requirement(name, lack)(`RGW users and RGW accounts on ${name}`, () => {
    layer(Layer.merge(RotationWorld, anyIntent), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "quotas, limits, rate limits and capabilities of an RGW user are set, read, " +
          "and compared with what was read before",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const {
                users: [user]
              } = yield* place(target)
              const users = yield* UsersOnGateway
              const id = user!.id
              const { usage, ...read } = yield* users.get(id)
              assert.deepInclude(usage, { state: "known", used_bytes: 0, counted_bytes: 0, object_count: 0 })
              assert.deepStrictEqual(read, {
                rgw_user_uid: user!.rgw_user_uid,
                display_name: "one",
                email: null,
                suspended: false,
                max_buckets: 1000,
                op_mask: ["read", "write", "delete"],
                default_placement: null,
                default_storage_class: null,
                user_quota: noQuota,
                bucket_quota: noQuota,
                caps: [],
                rate_limit: {
                  state: "known",
                  limit: {
                    enabled: false,
                    max_read_ops: null,
                    max_write_ops: null,
                    max_read_bytes: null,
                    max_write_bytes: null
                  }
                },
                administers: false
              })

              const ten = { enabled: true, max_size_bytes: mib(10) + 1, max_objects: null }
              assert.deepStrictEqual(
                (yield* users.setQuota(administrator, id, "user", { ...ten, was: noQuota })).user_quota,
                ten
              )
              const none = { enabled: false, max_size_bytes: 0, max_objects: 0 }
              assert.deepInclude(yield* users.setQuota(administrator, id, "bucket", none), {
                user_quota: ten,
                bucket_quota: none
              })
              const stale = yield* Effect.flip(
                users.setQuota(administrator, id, "user", { ...ten, max_objects: 5, was: noQuota })
              )
              assert.deepInclude(stale, { _tag: "Conflict", code: "stale_plan" })
              assert.deepStrictEqual(
                (yield* users.setQuota(administrator, id, "user", { ...ten, max_size_bytes: null, was: ten }))
                  .user_quota,
                { ...ten, max_size_bytes: null }
              )

              const limit = {
                enabled: true,
                max_read_ops: 6000,
                max_write_ops: null,
                max_read_bytes: mib(100),
                max_write_bytes: 1
              }
              assert.deepStrictEqual((yield* users.setRateLimit(administrator, id, limit)).rate_limit, {
                state: "known",
                limit
              })
              const free = {
                enabled: false,
                max_read_ops: null,
                max_write_ops: null,
                max_read_bytes: null,
                max_write_bytes: null
              }
              assert.deepStrictEqual(
                (yield* users.setRateLimit(administrator, id, { ...free, was: limit })).rate_limit,
                { state: "known", limit: free }
              )

              const email = `${unique("mail")}@example.org`
              const changed = yield* users.update(administrator, id, {
                display_name: "Öne % & two",
                email,
                max_buckets: 0,
                was: { display_name: "one", email: null }
              })
              assert.deepInclude(changed, { display_name: "Öne % & two", email, max_buckets: 0 })
              const buckets = yield* BucketGateway
              const own = yield* s3(target, "s3_user", id)
              assert.strictEqual(
                (yield* Effect.flip(buckets.create(own, unique("bucket"), { objectLock: false })))._tag,
                "StorageError",
                "none is allowed"
              )
              assert.deepInclude(yield* users.update(administrator, id, { max_buckets: null, email: null }), {
                display_name: "Öne % & two",
                email: null,
                max_buckets: null
              })
              const bucket = unique("bucket")
              yield* buckets.create(own, bucket, { objectLock: false })
              yield* buckets.remove(own, bucket)
              const other = yield* freshUser(target, { email })
              assert.deepInclude(
                yield* Effect.flip(users.update(administrator, id, { email })),
                { _tag: "Conflict", code: "already_exists" },
                other.user.uid
              )
            })
          ),
        60_000
      )

      it.effect(
        "A22 an op-mask refuses operations of S3; a default placement is a placement target of the gateway, and stays",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const {
                users: [user]
              } = yield* place(target)
              const [users, buckets] = [yield* UsersOnGateway, yield* BucketGateway]
              const id = user!.id
              const own = yield* s3(target, "s3_user", id)
              const all = ["read", "write", "delete"] as const
              const bucket = unique("bucket")
              const create = buckets.create(own, bucket, { objectLock: false })

              const reading = yield* users.update(administrator, id, { op_mask: ["read"], was: { op_mask: [...all] } })
              assert.deepStrictEqual(reading.op_mask, ["read"])
              assert.deepStrictEqual(
                [yield* Effect.isSuccess(buckets.list(own)), yield* Effect.isSuccess(create)],
                [true, false]
              )
              const keeping = yield* users.update(administrator, id, { op_mask: ["write", "read"] })
              assert.deepStrictEqual(keeping.op_mask, ["read", "write"])
              yield* create
              assert.isFalse(yield* Effect.isSuccess(buckets.remove(own, bucket)))
              assert.deepStrictEqual((yield* users.update(administrator, id, { op_mask: [] })).op_mask, [])
              assert.isFalse(yield* Effect.isSuccess(buckets.list(own)))
              assert.deepInclude(
                yield* Effect.flip(users.update(administrator, id, { op_mask: [], was: { op_mask: [...all] } })),
                { _tag: "Conflict", code: "stale_plan" }
              )
              yield* users.update(administrator, id, { op_mask: all, was: { op_mask: [] } })
              yield* buckets.remove(own, bucket)

              const set = (default_placement: string | null) => users.update(administrator, id, { default_placement })
              assert.isNull((yield* set(null)).default_placement)
              for (const unknown of ["no-such-target", "default-placement/STANDARD"])
                assert.deepInclude(yield* Effect.flip(set(unknown)), { _tag: "InvalidInput" })
              assert.deepInclude(yield* set("default-placement"), {
                default_placement: "default-placement",
                default_storage_class: null
              })
              assert.deepInclude(yield* Effect.flip(set(null)), { _tag: "InvalidInput" })
              assert.deepInclude(yield* users.get(id), { default_placement: "default-placement", op_mask: all })
            })
          ),
        60_000
      )

      it.effect(
        "capabilities open Admin Ops and close it again; one that the gateway does not know changes nothing",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const {
                users: [user]
              } = yield* place(target)
              const users = yield* UsersOnGateway
              const id = user!.id
              const key = yield* keyOf("s3_user", id)
              // each call as another endpoint, with its own breaker
              const mayList = Effect.suspend(() =>
                Effect.isSuccess(Effect.flatMap(adminOps, (ops) => ops.userIds(as(target, key), 1)))
              )
              assert.isFalse(yield* mayList)
              const caps = [
                { type: "usage", perm: "*" },
                { type: "metadata", perm: "read" }
              ] as const
              assert.deepStrictEqual(yield* users.setCaps(administrator, id, { caps, was: [] }), {
                caps: [caps[1], caps[0]]
              })
              assert.isTrue(yield* mayList)
              const refused = yield* Effect.flip(
                users.setCaps(administrator, id, { caps: [...caps, { type: "teleport", perm: "read" }] })
              )
              assert.deepInclude(refused, { _tag: "InvalidInput" })
              assert.include(refused.message, "teleport")
              assert.deepStrictEqual((yield* users.get(id)).caps, [caps[1], caps[0]])
              const half = yield* Effect.flip(
                users.setCaps(administrator, id, { caps: [caps[0], { type: "teleport", perm: "read" }] })
              )
              assert.deepInclude(half, { _tag: "InvalidInput" })
              assert.deepStrictEqual((yield* users.get(id)).caps, [caps[1], caps[0]], "and not half of it")
              assert.deepInclude(yield* Effect.flip(users.setCaps(administrator, id, { caps: [], was: [] })), {
                _tag: "Conflict",
                code: "stale_plan"
              })
              assert.deepStrictEqual(
                yield* users.setCaps(administrator, id, { caps: [{ type: "usage", perm: "read" }] }),
                { caps: [{ type: "usage", perm: "read" }] }
              )
              assert.isFalse(yield* mayList)
              const said = (yield* actions).filter((one) => one.startsWith("rgw_user.caps"))
              assert.deepStrictEqual(said, [
                "rgw_user.caps success",
                "rgw_user.caps failure",
                "rgw_user.caps failure",
                "rgw_user.caps success"
              ])
            })
          ),
        60_000
      )

      it.effect(
        "a suspended RGW user gets nothing, until it is enabled again",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const {
                users: [user]
              } = yield* place(target)
              const [users, buckets] = [yield* UsersOnGateway, yield* BucketGateway]
              const id = user!.id
              const works = Effect.flatMap(s3(target, "s3_user", id), (own) => Effect.isSuccess(buckets.list(own)))
              assert.isTrue(yield* works)
              assert.isTrue((yield* users.suspend(administrator, id, { suspended: true })).suspended)
              assert.isFalse(yield* works)
              assert.isTrue(
                (yield* users.suspend(administrator, id, { suspended: true })).suspended,
                "once more changes nothing"
              )
              assert.isFalse((yield* users.suspend(administrator, id, { suspended: false })).suspended)
              assert.isTrue(yield* works)
            })
          ),
        60_000
      )

      it.effect(
        "an RGW user with buckets stays, and is told why; without them it goes, on the gateway and here",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const {
                users: [user]
              } = yield* place(target)
              const [users, buckets, gateway, rows] = [
                yield* UsersOnGateway,
                yield* BucketGateway,
                yield* GatewayUsers,
                yield* RgwUsers
              ]
              const id = user!.id
              const own = yield* s3(target, "s3_user", id)
              const names = Array.from({ length: 7 }, (_, index) => `${unique("bucket")}-${index}`).sort()
              yield* Effect.forEach(names, (bucket) => buckets.create(own, bucket, { objectLock: false }))
              const kept = yield* Effect.flip(users.delete(administrator, id))
              assert.deepInclude(kept, { _tag: "Conflict", code: "bucket_not_empty" })
              assert.include(
                JSON.stringify(kept),
                `still owns 7 buckets on the gateway: ${names.slice(0, 5).join(", ")} and 2 more`
              )
              assert.strictEqual((yield* rows.get(id)).id, id)
              yield* Effect.forEach(names, (bucket) => buckets.remove(own, bucket))
              assert.deepStrictEqual(yield* users.delete(administrator, id), {
                id,
                name: "one",
                external_id: user!.rgw_user_uid
              })
              assert.strictEqual((yield* Effect.flip(rows.get(id)))._tag, "NotFound")
              assert.strictEqual((yield* Effect.flip(gateway.user(target, user!.rgw_user_uid)))._tag, "NotFound")
              assert.strictEqual((yield* Effect.flip(users.delete(administrator, id)))._tag, "NotFound")
              assert.strictEqual((yield* actions).at(-1), "rgw_user.delete success")
            })
          ),
        60_000
      )

      it.effect(
        "the RGW user as whom Stowage administers the endpoint is neither suspended nor deleted, and keeps " +
          "capabilities and key",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { endpoint, technicalUid } = yield* place(target)
              const [users, rows, keys] = [yield* UsersOnGateway, yield* RgwUsers, yield* UserKeys]
              const { id } = yield* rows.import(administrator, {
                storage_endpoint_id: endpoint.id,
                rgw_user_uid: technicalUid
              })
              const { administers, caps } = yield* users.get(id)
              assert.isTrue(administers)
              for (const refused of [
                Effect.asVoid(users.suspend(administrator, id, { suspended: true })),
                Effect.asVoid(users.delete(administrator, id)),
                Effect.asVoid(users.setCaps(administrator, id, { caps: caps.slice(1) }))
              ])
                assert.deepInclude(yield* Effect.flip(refused), { _tag: "Conflict", code: "state_conflict" })
              assert.deepStrictEqual((yield* users.get(id)).caps, caps)
              const technical = (yield* keys.list(id)).find(({ endpoint_key }) => endpoint_key)
              assert.isDefined(technical)
              for (const refused of [
                Effect.asVoid(keys.remove(administrator, id, technical!.access_key)),
                Effect.asVoid(keys.setActive(administrator, id, technical!.access_key, false))
              ])
                assert.deepInclude(yield* Effect.flip(refused), { _tag: "Conflict", code: "state_conflict" })
              yield* rows.unregister(administrator, id)
            })
          ),
        60_000
      )

      it.effect(
        "A3 an RGW account's limits say the same for buckets as for users: null is unlimited, 0 none",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { account } = yield* place(target)
              const accounts = yield* AccountsOnGateway
              const [buckets, own] = [yield* BucketGateway, yield* s3(target, "account", account.id)]
              const { usage, ...before } = yield* accounts.get(account.id)
              assert.deepInclude(usage, { state: "known", used_bytes: 0, counted_bytes: 0, object_count: 0 })
              const standard = {
                max_users: 1000,
                max_groups: 1000,
                max_roles: 1000,
                max_buckets: 1000,
                max_access_keys: 4
              }
              assert.deepStrictEqual(before, {
                rgw_account_id: account.rgw_account_id,
                name: account.name,
                email: null,
                limits: standard,
                account_quota: noQuota,
                bucket_quota: noQuota
              })
              const none = { max_users: 0, max_groups: 0, max_roles: 0, max_buckets: 0, max_access_keys: 0 }
              assert.deepStrictEqual(
                (yield* accounts.setLimits(administrator, account.id, { ...none, was: standard })).limits,
                none
              )
              assert.strictEqual(
                (yield* Effect.flip(buckets.create(own, unique("bucket"), { objectLock: false })))._tag,
                "StorageError",
                "none is allowed"
              )
              const free = {
                max_users: null,
                max_groups: null,
                max_roles: null,
                max_buckets: null,
                max_access_keys: null
              }
              assert.deepStrictEqual((yield* accounts.setLimits(administrator, account.id, free)).limits, free)
              assert.deepStrictEqual(
                (yield* accounts.setLimits(administrator, account.id, { max_groups: 7 })).limits,
                { ...free, max_groups: 7 },
                "what is left out stays"
              )
              const bucket = unique("bucket")
              yield* buckets.create(own, bucket, { objectLock: false })
              yield* buckets.remove(own, bucket)
              assert.deepInclude(
                yield* Effect.flip(accounts.setLimits(administrator, account.id, { max_users: 1, was: standard })),
                { _tag: "Conflict", code: "stale_plan" }
              )

              const quota = { enabled: true, max_size_bytes: mib(5) - 3, max_objects: 100 }
              assert.deepInclude(yield* accounts.setQuota(administrator, account.id, "account", quota), {
                account_quota: quota,
                bucket_quota: noQuota
              })
              assert.deepInclude(
                yield* accounts.setQuota(administrator, account.id, "bucket", {
                  ...quota,
                  max_objects: null,
                  was: noQuota
                }),
                {
                  account_quota: quota,
                  bucket_quota: { ...quota, max_objects: null }
                }
              )

              const [renamed, email] = [unique("renamed"), `${unique("mail")}@example.org`]
              assert.deepInclude(
                yield* accounts.update(administrator, account.id, {
                  name: renamed,
                  email,
                  was: { name: account.name }
                }),
                { name: renamed, email }
              )
              assert.strictEqual(
                (yield* (yield* RgwAccounts).get(account.id)).name,
                account.name,
                "what it is called here is another matter"
              )
              const { account: second } = yield* place(target)
              assert.deepInclude(yield* Effect.flip(accounts.update(administrator, second.id, { name: renamed })), {
                _tag: "Conflict",
                code: "already_exists"
              })
              const other = `${unique("mail")}@example.org`
              assert.deepInclude(yield* accounts.update(administrator, account.id, { email: other }), {
                name: renamed,
                email: other
              })
              const kept = yield* Effect.flip(
                accounts.update(administrator, account.id, { name: unique("unsaid"), email: null })
              )
              assert.deepInclude(kept, { _tag: "InvalidInput" })
              assert.deepInclude(
                yield* accounts.get(account.id),
                { name: renamed, email: other },
                "nothing of a refused change is made"
              )
              assert.deepInclude(
                yield* accounts.update(administrator, second.id, { email: null }),
                { email: null },
                "one without an address stays without"
              )
            })
          ),
        60_000
      )

      it.effect(
        "an RGW account with buckets, other users or other keys stays, and is told " +
          "why; an empty one goes with its root user",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { account } = yield* place(target)
              const [accounts, buckets, ops, rows] = [
                yield* AccountsOnGateway,
                yield* BucketGateway,
                yield* adminOps,
                yield* RgwAccounts
              ]
              const own = yield* s3(target, "account", account.id)
              const refusal = Effect.map(Effect.flip(accounts.delete(administrator, account.id)), (error) =>
                JSON.stringify(error)
              )
              const bucket = unique("bucket")
              yield* buckets.create(own, bucket, { objectLock: false })
              assert.include(yield* refusal, `still owns a bucket on the gateway: ${bucket}`)
              yield* buckets.remove(own, bucket)
              const further = yield* ops.mintKey(target, account.rgw_user_uid, newAccessKey())
              assert.include(yield* refusal, `has another key, which somebody may be using: ${further.access_key}`)
              yield* ops.removeKey(target, further.access_key)
              const guest = yield* ops.createUser(target, {
                uid: unique("guest"),
                displayName: unique("guest"),
                email: null,
                accountRootOf: account.rgw_account_id,
                accessKey: newAccessKey()
              })
              assert.include(
                yield* refusal,
                `still has a user beside its root user ${account.rgw_user_uid}: ${guest.user.display_name}`
              )
              yield* ops.removeUser(target, guest.user.uid)
              assert.isTrue(yield* Effect.isSuccess(buckets.list(own)), "nothing was taken from it meanwhile")

              assert.deepStrictEqual(yield* accounts.delete(administrator, account.id), {
                id: account.id,
                name: account.name,
                external_id: account.rgw_account_id
              })
              assert.strictEqual((yield* Effect.flip(rows.get(account.id)))._tag, "NotFound")
              assert.strictEqual((yield* Effect.flip(ops.account(target, account.rgw_account_id)))._tag, "NotFound")
              assert.strictEqual((yield* Effect.flip(ops.user(target, account.rgw_user_uid)))._tag, "NotFound")
              assert.strictEqual((yield* actions).at(-1), "rgw_account.delete success")
              assert.strictEqual((yield* Effect.flip(accounts.delete(administrator, account.id)))._tag, "NotFound")
            })
          ),
        60_000
      )

      it.effect(
        "when a key was made is told where the gateway keeps it; of others' use it tells nothing; an S3 " +
          "connection that uses it is known",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const {
                endpoint,
                users: [user]
              } = yield* place(target)
              const [keys, sql] = [yield* UserKeys, yield* SqlClient.SqlClient]
              const { access_key } = yield* keys.create(administrator, user!.id)
              const found = Effect.map(keys.list(user!.id), (all) => all.find((key) => key.access_key === access_key)!)
              const made = yield* found
              assert.isBelow(Math.abs(Date.now() - DateTime.toEpochMillis(made.created_at!)), 120_000)
              assert.deepInclude(made, { last_used_at: null, connection_key: false })
              yield* sql`
          insert into s3_connections (name, storage_endpoint_id, access_key, secret, seal, created_at, updated_at)
          values (${unique("off-site")}, ${endpoint.id}, ${access_key}, 'sealed', gen_random_uuid(), now(), now())`
              assert.deepInclude(yield* found, { connection_key: true })
            })
          ),
        60_000
      )
    })
  })
}
