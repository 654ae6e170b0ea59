import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted, Stream } from "effect"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { EndpointProbe } from "#services/gateways/endpoints/EndpointProbe.ts"
import type { AdminTarget, BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { requirement } from "../../support/Requirement.ts"
import {
  adminOps,
  adminGateways,
  as,
  freshAccount,
  freshUser,
  GatewayAdapters,
  probeTarget,
  s3With,
  unique
} from "./adminGateway.ts"
import { OwnerUsage } from "#services/gateways/endpoints/OwnerUsage.ts"
import { freshBucket } from "./s3Gateway.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"

const statistics = (target: AdminTarget, owner: BucketOwner) =>
  Effect.flatMap(adminOps, (rgw) =>
    Effect.flatMap(rgw.bucketNames(target, owner), (names) =>
      Effect.map(Stream.runCollect(rgw.bucketStatistics(target, owner, names)), (chunks) => chunks.flat())
    )
  )

const uidOwner = (uid: string): BucketOwner => ({ _tag: "Uid", uid })

for (const { lack, name: gateway, scene } of await adminGateways()) {
  requirement(gateway, lack)(`Admin Ops on the ${gateway}`, () => {
    layer(GatewayAdapters, { excludeTestServices: true })((it) => {
      it.effect("an account is made, found and removed", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const email = `${unique("mail")}@example.org`
          const made = yield* freshAccount(target, { email, limits: { max_buckets: 7 } })
          assert.deepInclude(made, { email, max_buckets: 7 })
          assert.match(made.id, /^RGW\d{17}$/)
          assert.deepStrictEqual(yield* rgw.account(target, made.id), made)
          yield* rgw.removeAccount(target, made.id)
          assert.strictEqual((yield* Effect.flip(rgw.account(target, made.id)))._tag, "NotFound")
          yield* rgw.removeAccount(target, made.id)
        })
      )

      it.effect("A2 a name or an address that is taken is a conflict, and a missing account is not found", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const email = `${unique("mail")}@example.org`
          const made = yield* freshAccount(target, { email })
          for (const input of [
            { name: made.name, email: null },
            { name: unique("account"), email }
          ]) {
            const error = yield* Effect.flip(rgw.createAccount(target, { ...input, id: newAccountId(), limits: {} }))
            assert.deepInclude(error, { _tag: "Conflict", code: "already_exists" })
          }
          assert.strictEqual((yield* Effect.flip(rgw.account(target, "RGW00000000000000001")))._tag, "NotFound")
        })
      )

      it.effect("A2 an account that holds a user is not removed", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const { id } = yield* freshAccount(target)
          yield* freshUser(target, { rootOf: id })
          assert.deepInclude(yield* Effect.flip(rgw.removeAccount(target, id)), {
            _tag: "StorageError",
            storage_status: 409
          })
          assert.strictEqual((yield* rgw.account(target, id)).id, id)
        })
      )

      it.effect("A5 A7 the root users of an account are its own only, sorted", () =>
        Effect.gen(function* () {
          const { account, target } = yield* scene
          const rgw = yield* adminOps
          const { id } = yield* freshAccount(target)
          assert.deepStrictEqual(yield* rgw.accountRoots(target, id), [])
          const roots = yield* Effect.forEach([1, 2, 3], () => freshUser(target, { rootOf: id }))
          yield* freshUser(target)
          assert.deepStrictEqual(yield* rgw.accountRoots(target, id), roots.map(({ user }) => user.uid).sort())
          assert.include(yield* rgw.accountRoots(target, account.id), account.rootUid)
        })
      )

      it.effect("A8 a user is plain or the root of its account, and has the one key that was answered", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const { id } = yield* freshAccount(target)
          const root = yield* freshUser(target, { rootOf: id })
          const email = `${unique("mail")}@example.org`
          const plain = yield* freshUser(target, { email })
          assert.deepInclude(root.user, {
            account_id: id,
            is_account_root: true,
            suspended: false,
            access_keys: [root.key.access_key]
          })
          assert.deepInclude(plain.user, {
            account_id: null,
            is_account_root: false,
            email,
            access_keys: [plain.key.access_key]
          })
          for (const { key, user } of [root, plain]) {
            assert.deepStrictEqual(yield* rgw.user(target, user.uid), user)
            assert.deepStrictEqual(yield* (yield* BucketGateway).list(s3With(target, key)), [])
          }
        })
      )

      it.effect("A8 a uid or an address that is taken is a conflict, a missing account is not found", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const email = `${unique("mail")}@example.org`
          const {
            user: { uid }
          } = yield* freshUser(target, { email })
          const input = {
            uid: unique("user"),
            displayName: "Somebody",
            email: null,
            accountRootOf: null,
            accessKey: newAccessKey()
          }
          assert.strictEqual(
            (yield* Effect.flip(rgw.createUser(target, { ...input, accessKey: newAccessKey(), uid })))._tag,
            "Conflict"
          )
          assert.strictEqual(
            (yield* Effect.flip(rgw.createUser(target, { ...input, accessKey: newAccessKey(), email })))._tag,
            "Conflict"
          )
          const homeless = { ...input, accountRootOf: "RGW00000000000000001" }
          assert.strictEqual((yield* Effect.flip(rgw.createUser(target, homeless)))._tag, "NotFound")
          assert.strictEqual((yield* Effect.flip(rgw.user(target, input.uid)))._tag, "NotFound")
        })
      )

      it.effect("A9 minting a key never rotates an existing one", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const {
            key: first,
            user: { uid }
          } = yield* freshUser(target)
          const minted = yield* Effect.all(
            [rgw.mintKey(target, uid, newAccessKey()), rgw.mintKey(target, uid, newAccessKey())],
            { concurrency: 2 }
          )
          const all = [first, ...minted]
          assert.sameMembers(
            [...(yield* rgw.user(target, uid)).access_keys],
            all.map(({ access_key }) => access_key)
          )
          for (const key of all) yield* (yield* BucketGateway).list(s3With(target, key))
          assert.strictEqual(new Set(all.map(({ secret_key }) => Redacted.value(secret_key))).size, 3)
        })
      )

      it.effect("A9 a removed key opens nothing, the others still do, and removing it again is fine", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const {
            key: first,
            user: { uid }
          } = yield* freshUser(target)
          const minted = yield* rgw.mintKey(target, uid, newAccessKey())
          yield* rgw.removeKey(target, minted.access_key)
          yield* rgw.removeKey(target, minted.access_key)
          assert.deepStrictEqual((yield* rgw.user(target, uid)).access_keys, [first.access_key])
          const buckets = yield* BucketGateway
          assert.deepInclude(yield* Effect.flip(buckets.list(s3With(target, minted))), {
            _tag: "StorageError",
            storage_status: 403
          })
          assert.deepStrictEqual(yield* buckets.list(s3With(target, first)), [])
          assert.strictEqual(
            (yield* Effect.flip(rgw.mintKey(target, unique("nobody"), newAccessKey())))._tag,
            "NotFound"
          )
        })
      )

      it.effect("A10 a user with a bucket is not removed, and one that is gone already is fine", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const {
            key,
            user: { uid }
          } = yield* freshUser(target)
          yield* freshBucket(s3With(target, key))
          assert.deepInclude(yield* Effect.flip(rgw.removeUser(target, uid)), {
            _tag: "StorageError",
            storage_status: 409
          })
          assert.strictEqual((yield* rgw.user(target, uid)).uid, uid)
          yield* rgw.removeUser(target, unique("nobody"))
        })
      )

      it.effect("A13 an unknown owner and an account id are no owner, which is a failure and not an empty list", () =>
        Effect.gen(function* () {
          const { account, target } = yield* scene
          const rgw = yield* adminOps
          for (const uid of [unique("nobody"), account.id]) {
            for (const call of [
              rgw.bucketNames(target, uidOwner(uid)),
              statistics(target, uidOwner(uid)),
              OwnerUsage.use(({ read }) => read(target, uid))
            ]) {
              const error = yield* Effect.flip<unknown, unknown, Effect.Services<typeof adminOps> | OwnerUsage>(call)
              assert.deepInclude(error, { _tag: "StorageError", storage_code: "NoSuchUser" })
            }
          }
        })
      )

      it.effect("A13 A14 an account's buckets are those of its root, owned by the account", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const { id } = yield* freshAccount(target)
          const [one, two] = yield* Effect.all([freshUser(target, { rootOf: id }), freshUser(target, { rootOf: id })])
          const mine = yield* Effect.forEach([one, two], ({ key }) => freshBucket(s3With(target, key)))
          for (const { user } of [one, two]) {
            assert.sameMembers([...(yield* rgw.bucketNames(target, uidOwner(user.uid)))], mine)
            assert.deepStrictEqual(
              (yield* statistics(target, uidOwner(user.uid))).map(({ owner }) => owner),
              [id, id]
            )
          }
          assert.includeMembers([...(yield* rgw.bucketNames(target, { _tag: "All" }))], mine)
          const everything = yield* statistics(target, { _tag: "All" })
          assert.includeMembers(
            everything.map(({ name }) => name),
            mine
          )
        })
      )

      it.effect("A14 a bucket has its figures, and none at all when there is no such bucket", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const {
            key,
            user: { uid }
          } = yield* freshUser(target)
          const s3 = s3With(target, key)
          const bucket = yield* freshBucket(s3)
          const empty = Option.getOrThrow(yield* rgw.bucket(target, bucket))
          assert.deepInclude(empty, {
            name: bucket,
            owner: uid,
            used_bytes: 0,
            object_count: 0,
            versioning: "off",
            object_lock: false,
            quota_max_size_bytes: null
          })
          assert.isAbove(Date.parse(empty.created_at ?? ""), 0)
          yield* (yield* ObjectStore).put(s3, bucket, "k", {
            size_bytes: 5,
            content_type: "text/plain",
            bytes: Stream.make(Buffer.from("12345"))
          })
          assert.deepInclude(Option.getOrThrow(yield* rgw.bucket(target, bucket)), { used_bytes: 5, object_count: 1 })
          assert.isTrue(Option.isNone(yield* rgw.bucket(target, unique("no-bucket"))))
        })
      )

      it.effect(
        "A13 statistics of an owner come in pages that miss nothing and repeat nothing",
        () =>
          Effect.gen(function* () {
            const { target } = yield* scene
            const rgw = yield* adminOps
            const {
              key,
              user: { uid }
            } = yield* freshUser(target)
            const names = yield* Effect.forEach(Array.from({ length: 260 }), () => freshBucket(s3With(target, key)), {
              concurrency: 8
            })
            assert.sameMembers([...(yield* rgw.bucketNames(target, uidOwner(uid)))], names)
            for (const [known, gentlyUntil] of [
              [names, undefined],
              [names, Effect.never],
              [names, Effect.void],
              [names.slice(100).map((name) => `${name}x`), undefined],
              [[], undefined]
            ] as const) {
              const chunks = yield* Stream.runCollect(
                rgw.bucketStatistics(target, uidOwner(uid), known, { gentlyUntil })
              )
              assert.isAbove(chunks.length, 1)
              assert.deepStrictEqual(
                chunks
                  .flat()
                  .map(({ name }) => name)
                  .sort(),
                [...names].sort()
              )
            }
            assert.deepStrictEqual(yield* OwnerUsage.use(({ read }) => read(target, uid)), { bytes: 0, objects: 0 })
            const objects = yield* ObjectStore
            for (const bucket of [names.toSorted()[0]!, names.toSorted()[259]!])
              yield* objects.put(s3With(target, key), bucket, "k", {
                size_bytes: 5,
                content_type: "text/plain",
                bytes: Stream.make(Buffer.from("12345"))
              })
            assert.deepStrictEqual(yield* OwnerUsage.use(({ read }) => read(target, uid)), { bytes: 10, objects: 2 })
          }),
        120_000
      )

      it.effect("T6 spaces, signs and umlauts are signed and arrive whole", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const rgw = yield* adminOps
          const uid = unique("user")
          const displayName = "Zoë (Ops) 'R&D' / a=b ?#*! 日本"
          const { user } = yield* Effect.acquireRelease(
            rgw.createUser(target, { uid, displayName, email: null, accountRootOf: null, accessKey: newAccessKey() }),
            () => Effect.orDie(rgw.removeUser(target, uid))
          )
          assert.strictEqual(user.display_name, displayName)
          assert.strictEqual((yield* rgw.user(target, uid)).display_name, displayName)
        })
      )

      it.effect(
        "T3 A20 an unknown key, a wrong secret and a key without capabilities are refused in the same words",
        () =>
          Effect.gen(function* () {
            const { account, target } = yield* scene
            const rgw = yield* adminOps
            const { key: plain } = yield* freshUser(target)
            const refused = [
              as(target, { accessKey: "NOSUCHKEYNOSUCHKEY00", secretKey: "secret" }),
              as(target, { accessKey: target.credential.accessKey, secretKey: "wrong" }),
              as(target, account.key),
              as(target, { accessKey: plain.access_key, secretKey: Redacted.value(plain.secret_key) })
            ]
            for (const stranger of refused) {
              const error = yield* Effect.flip(rgw.info(stranger))
              assert.deepInclude(error, { _tag: "StorageError", storage_status: 403 })
              assert.include(JSON.stringify(error), "The gateway refused the key")
            }
          })
      )

      it.effect(
        "A5 the ids of accounts and users are listed, up to a bound that says when there are more; an account " +
          "is found by its name",
        () =>
          Effect.gen(function* () {
            const { target } = yield* scene
            const rgw = yield* adminOps
            const account = yield* freshAccount(target)
            const [plain, tenanted] = [
              yield* freshUser(target),
              yield* freshUser(target, { tenant: unique("tenant").replaceAll("-", "") })
            ]
            const accounts = yield* rgw.accountIds(target, 20_000)
            assert.isFalse(accounts.more)
            assert.include(accounts.ids, account.id)
            const users = yield* rgw.userIds(target, 20_000)
            assert.isFalse(users.more)
            assert.includeMembers([...users.ids], [plain.user.uid, tenanted.user.uid])
            const few = yield* rgw.userIds(target, 1)
            assert.deepStrictEqual([few.ids.length, few.more], [1, true])
            assert.strictEqual((yield* rgw.accountNamed(target, account.name)).id, account.id)
            assert.deepInclude(yield* Effect.flip(rgw.accountNamed(target, unique("nobody"))), { _tag: "NotFound" })
          })
      )

      it.effect("the probe finds a gateway that can be administered, with its evidence", () =>
        Effect.gen(function* () {
          const { target } = yield* scene
          const probe = yield* EndpointProbe
          const { cluster_id, evidence } = yield* probe.features(yield* probeTarget(target))
          assert.strictEqual(cluster_id, (yield* (yield* adminOps).info(target)).cluster_id)
          const found = new Map(evidence.map(({ available, feature }) => [feature, available]))
          for (const feature of ["liveness", "admin", "account", "usage"] as const)
            assert.isTrue(found.get(feature), feature)
          assert.deepStrictEqual([found.get("sts"), found.get("sns")], [true, true])
          const checked = yield* probe.check({ url: target.url, healthUrl: null, verifyTls: true })
          assert.isNull(checked.trouble)
          assert.isAtLeast(checked.latency_ms ?? -1, 0)
        })
      )

      it.effect("the probe without a key, or with one that has no capabilities, claims nothing it cannot know", () =>
        Effect.gen(function* () {
          const { account, target } = yield* scene
          const probe = yield* EndpointProbe
          const anonymous = yield* probe.features({ ...(yield* probeTarget(target)), key: null })
          assert.deepStrictEqual(
            anonymous.evidence.map(({ available, feature }) => [feature, available]),
            [["liveness", true]]
          )
          const { cluster_id, evidence } = yield* probe.features(yield* probeTarget(as(target, account.key)))
          const found = new Map(evidence.map(({ available, feature }) => [feature, available]))
          assert.deepStrictEqual(
            [cluster_id, found.get("admin"), found.get("account"), found.get("usage")],
            [null, false, null, null]
          )
        })
      )

      it.effect("the probe tells a wrong key from one without capabilities, and checks nothing else with it", () =>
        Effect.gen(function* () {
          const { account, target } = yield* scene
          const probe = yield* EndpointProbe
          const right = yield* probe.features(yield* probeTarget(target))
          assert.deepInclude(right.diagnosis, { finding: "ready", missing_capabilities: [] })
          const powerless = yield* probe.features(yield* probeTarget(as(target, account.key)))
          assert.deepInclude(powerless.diagnosis, {
            finding: "missing_capabilities",
            missing_capabilities: [
              "info=read",
              "accounts=read",
              "usage=read",
              "users=read",
              "buckets=read",
              "metadata=read"
            ]
          })
          const { accessKey } = yield* target.credential.open
          for (const wrong of [
            { accessKey: "UNKNOWNKEY0000000000", secretKey: "nothing" },
            { accessKey, secretKey: "wrong" }
          ]) {
            const { diagnosis, evidence } = yield* probe.features(yield* probeTarget(as(target, wrong)))
            // T3: with STS on, the gateway does not say which half is wrong
            assert.strictEqual(diagnosis.finding, "key_refused")
            assert.deepStrictEqual(
              evidence.map(({ available, feature }) => [feature, available]),
              [
                ["liveness", true],
                ["admin", null],
                ["account", null],
                ["usage", null],
                ["iam", null],
                ["sts", null],
                ["sns", null]
              ]
            )
            for (const { evidence: words } of evidence.slice(1)) assert.include(words, "Not checked")
          }
        })
      )
    })
  })
}
