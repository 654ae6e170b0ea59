import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted, Stream } from "effect"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"
import { EndpointProbe } from "#services/gateways/endpoints/EndpointProbe.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { realGateway } from "../../support/RealGateway.ts"
import { requirement } from "../../support/Requirement.ts"
import { adminOps, adminTarget, GatewayAdapters, probeTarget, unique } from "./adminGateway.ts"

const { gateway, lack } = await realGateway("a")

const createBucket = (key: GatewayKey, name: string) =>
  Effect.promise(() => {
    const client = new S3Client({
      endpoint: gateway!.url,
      region: "default",
      forcePathStyle: true,
      credentials: { accessKeyId: key.access_key, secretAccessKey: Redacted.value(key.secret_key) }
    })
    return client.send(new CreateBucketCommand({ Bucket: name })).finally(() => client.destroy())
  })
const quota = { max_size_bytes: null, max_objects: 5, enabled: true }

const owners = {
  "a user in a tenant": { tenant: true, account: false, rootless: false },
  "an account in a tenant": { tenant: true, account: true, rootless: false },
  "an account without a root user": { tenant: false, account: true, rootless: true },
  "an account in a tenant without a root user": { tenant: true, account: true, rootless: true }
}

requirement("real RGW", lack)("Admin Ops on real RGW", () => {
  layer(GatewayAdapters, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    for (const [kind, { account, rootless, tenant: tenanted }] of Object.entries(owners)) {
      it.effect(`A13, A15 with ${kind}: every call for its user, keys, buckets, quotas and settings`, () =>
        Effect.gen(function* () {
          const target = adminTarget(gateway!.url, gateway!.admin)
          const rgw = yield* adminOps
          const [users, accounts] = [yield* GatewayUserSettings, yield* GatewayAccountSettings]
          const tenant = tenanted ? unique("tenant").replaceAll("-", "") : ""
          const id = newAccountId()
          if (account)
            gateway!.radosgwAdmin(
              "account",
              "create",
              "--account-id",
              id,
              "--account-name",
              unique("account"),
              ...(tenanted ? ["--tenant", tenant] : [])
            )
          const uid = `${tenanted ? `${tenant}$` : ""}${unique("user")}`
          const { key, user } = yield* rgw.createUser(target, {
            uid,
            displayName: "owner",
            email: null,
            accountRootOf: account ? id : null,
            accessKey: newAccessKey()
          })
          const bucket = { name: unique("bucket"), tenant }
          yield* createBucket(key, bucket.name)
          const full = tenanted ? `${tenant}/${bucket.name}` : bucket.name
          const owner = { _tag: "Uid", uid } as const
          const told: Record<string, unknown> = {
            user: user.uid === uid && (yield* rgw.user(target, uid)).uid === uid,
            "owner of a key": (yield* rgw.ownerOf(target, key.access_key)).uid === uid,
            names: yield* rgw.bucketNames(target, owner),
            statistics: (yield* Stream.runCollect(rgw.bucketStatistics(target, owner, [bucket.name])))
              .flat()
              .map(({ name }) => name),
            settings: (yield* users.settings(target, uid)).uid === uid
          }
          assert.deepStrictEqual(told, {
            user: true,
            "owner of a key": true,
            names: [bucket.name],
            statistics: [bucket.name],
            settings: true
          })
          const added = yield* rgw.mintKey(target, uid, newAccessKey())
          yield* rgw.setKeyActive(target, uid, added.access_key, false)
          yield* rgw.removeKey(target, added.access_key, uid)
          if (!account) {
            yield* users.setQuota(target, uid, "user", quota)
            yield* users.setRateLimit(target, uid, {
              max_read_ops: 5,
              max_write_ops: null,
              max_read_bytes: null,
              max_write_bytes: null,
              enabled: true
            })
            yield* users.changeCaps(target, uid, "add", [{ type: "usage", perm: "read" }])
          } else {
            assert.strictEqual((yield* rgw.account(target, id)).tenant, tenant)
            yield* accounts.setQuota(target, id, "account", quota)
            assert.deepStrictEqual(yield* rgw.accountRoots(target, id), [uid])
            yield* accounts.usage(target, uid)
          }
          if (rootless) {
            yield* rgw.removeUser(target, uid)
            const gone = yield* Effect.flip(rgw.bucketNames(target, owner))
            assert.deepInclude(gone, { _tag: "StorageError", storage_code: "NoSuchUser" })
          }
          yield* rgw.setBucketQuota(target, bucket, uid, quota)
          assert.deepStrictEqual(yield* rgw.bucketQuota(target, bucket), Option.some(quota))
          assert.strictEqual(Option.getOrThrow(yield* rgw.bucket(target, full)).name, bucket.name)
          assert.deepInclude(
            yield* Effect.flip(rgw.setBucketQuota(target, { ...bucket, name: unique("none") }, uid, quota)),
            { _tag: "NotFound" }
          )
        })
      )
    }

    it.effect("a technical key that may read users without their keys lacks users=read, and its lists say so", () =>
      Effect.gen(function* () {
        const uid = unique("tech")
        const made = JSON.parse(
          gateway!.radosgwAdmin(
            "user",
            "create",
            "--uid",
            uid,
            "--display-name",
            uid,
            "--caps",
            "info=read;accounts=*;usage=read;buckets=*;metadata=read;user-info-without-keys=read"
          )
        )
        const target = adminTarget(gateway!.url, {
          accessKey: made.keys[0].access_key,
          secretKey: made.keys[0].secret_key
        })
        const { diagnosis } = yield* (yield* EndpointProbe).features(yield* probeTarget(target))
        assert.deepInclude(diagnosis, { finding: "missing_capabilities", missing_capabilities: ["users=read"] })
        const refused = yield* Effect.flip((yield* adminOps).user(target, "plain-user"))
        assert.deepInclude(refused, { _tag: "StorageError", storage_status: 403 })
        assert.match(JSON.stringify(refused), /users=read/)
      })
    )
  })
})
