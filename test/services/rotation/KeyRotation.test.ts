import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { RotationParams } from "#domain/fleet/KeyRotation.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { Audited } from "#services/platform/audit/Audited.ts"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ConnectionKeys } from "#services/accounts/connections/ConnectionKeys.ts"
import { Connections } from "#services/accounts/connections/Connections.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { KeyRotation } from "#services/fleet/rotation/KeyRotation.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { WorkKinds } from "#services/platform/work/WorkKinds.ts"
import type { WorkBatchLeases, WorkLeases } from "#services/platform/work/WorkLeases.ts"
import { WorkRunner } from "#streams/work/WorkRunner.ts"
import { adminGateways } from "../../gateway/contract/adminGateway.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { administrator } from "../support/storageFixture.ts"
import { until } from "../work/toyWork.ts"
import { keyOf, registered, RotationWorld, s3Of, unique } from "./rotationWorld.ts"

const running = Effect.gen(function* () {
  const services = yield* Effect.context<Audited | WorkBatchLeases | WorkKinds | WorkLeases | LiveEvents>()
  yield* Layer.build(
    Layer.fresh(WorkRunner).pipe(Layer.provide(Layer.succeedContext(services)), Layer.provide(TestSettings()))
  )
})

const technicalKey = Effect.fnUntraced(function* (target: AdminTarget) {
  const users = yield* GatewayUsers
  const { uid } = yield* users.ownerOf(target, target.credential.accessKey)
  return { uid, key: yield* users.mintKey(target, uid, newAccessKey()) }
})

const all = (id: number, more: Partial<RotationParams> = {}) => ({
  endpoint_ids: [id],
  key_types: ["account", "s3_user", "endpoint"] as const,
  ...more
})

const works = (url: string, key: { readonly accessKey: string; readonly secretKey: string }) =>
  Effect.flatMap(BucketGateway, (buckets) => Effect.isSuccess(buckets.list(s3Of(url, key))))

for (const { lack, name, scene } of await adminGateways()) {
  requirement(name, lack)(`key rotation on ${name}`, () => {
    layer(Layer.merge(RotationWorld, anyIntent), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "gives everybody a new key that works, and the old ones open nothing any more",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { key, uid } = yield* technicalKey(target)
              const { account, endpoint, users } = yield* registered(
                { ...target, url: (yield* gatewayProxy(target.url)).url },
                key
              )
              const rotation = yield* KeyRotation
              const before = yield* Effect.all([
                keyOf("account", account.id),
                keyOf("s3_user", users[0]!.id),
                keyOf("s3_user", users[1]!.id)
              ])
              const plan = yield* rotation.plan(all(endpoint.id))
              assert.deepStrictEqual([plan.total, plan.title, plan.left_out], [4, "Rotate 4 keys", []])
              assert.deepStrictEqual(plan.counts, [
                { name: "account", count: 1 },
                { name: "s3_user", count: 2 },
                { name: "endpoint", count: 1 }
              ])
              assert.lengthOf(plan.warnings, 2)
              yield* running
              const run = yield* rotation.start(administrator, { ...all(endpoint.id), plan_hash: plan.plan_hash })
              const ended = yield* until(run.id, "completed", "completed_with_errors")
              const { items } = yield* Work.use((work) => work.items("admin", run.id, {}))
              assert.deepInclude(ended.totals, { total: 4, completed: 4 }, JSON.stringify(items))
              assert.strictEqual(ended.undoable, 0, "what is deleted cannot be brought back")
              const after = yield* Effect.all([
                keyOf("account", account.id),
                keyOf("s3_user", users[0]!.id),
                keyOf("s3_user", users[1]!.id)
              ])
              for (const [index, old] of before.entries()) {
                assert.notStrictEqual(after[index]!.accessKey, old.accessKey)
                assert.isTrue(yield* works(target.url, after[index]!), "the new one works")
                assert.isFalse(yield* works(target.url, old), "the old one does not")
              }
              const technical = yield* (yield* GatewayUsers).user(target, uid)
              const stored = yield* (yield* StorageEndpoints).get(endpoint.id)
              assert.notInclude(technical.access_keys, key.access_key)
              assert.include(technical.access_keys, stored.admin_access_key!)
              assert.strictEqual(
                items.at(-1)?.label,
                endpoint.name,
                "the technical key comes last: it makes the others"
              )
              assert.notInclude(JSON.stringify(items), after[0]!.secretKey)
              const sql = yield* SqlClient.SqlClient
              const said = yield* sql<{ action: string; n: number }>`
          select action, count(*)::int as n from audit_logs where status = 'success'
            and (metadata ->> 'old_key') is not null group by 1 order by 1`
              assert.deepStrictEqual(said, [
                { action: "rgw_account.key.retire", n: 1 },
                { action: "rgw_account.key.rotate", n: 1 },
                { action: "rgw_user.key.retire", n: 2 },
                { action: "rgw_user.key.rotate", n: 2 },
                { action: "storage_endpoint.key.retire", n: 1 },
                { action: "storage_endpoint.key.rotate", n: 1 }
              ])
              yield* (yield* GatewayUsers).removeKey(target, stored.admin_access_key!)
            })
          ),
        60_000
      )

      it.effect(
        "only switches the old ones off when that is wanted; they come back when it is undone, or go later",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { key } = yield* technicalKey(target)
              const { account, endpoint, users } = yield* registered(
                { ...target, url: (yield* gatewayProxy(target.url)).url },
                key
              )
              const rotation = yield* KeyRotation
              const gateway = yield* GatewayUsers
              yield* running
              const old = yield* keyOf("account", account.id)
              const first = yield* rotation.start(administrator, all(endpoint.id, { deactivate_only: true }))
              assert.deepInclude((yield* until(first.id, "completed", "completed_with_errors")).totals, {
                completed: 4
              })
              const root = yield* gateway.user(target, account.rgw_user_uid)
              assert.deepStrictEqual(
                [root.inactive_keys, root.access_keys],
                [[old.accessKey], [(yield* keyOf("account", account.id)).accessKey]]
              )
              assert.isFalse(yield* works(target.url, old))

              const second = yield* keyOf("account", account.id)
              yield* Work.use((work) => work.ask(administrator, "admin", first.id, "undo"))
              const undone = yield* until(first.id, "rolled_back", "completed_with_errors")
              assert.deepInclude(
                undone.totals,
                { rolled_back: 4 },
                JSON.stringify((yield* Work.use((work) => work.items("admin", first.id, {}))).items)
              )
              assert.deepStrictEqual(yield* keyOf("account", account.id), old, "the very same key and secret")
              assert.isTrue(yield* works(target.url, old))
              assert.isFalse(yield* works(target.url, second))

              const third = yield* rotation.start(administrator, {
                endpoint_ids: [endpoint.id],
                key_types: ["s3_user"],
                deactivate_only: true
              })
              yield* until(third.id, "completed")
              const removal = yield* rotation.removeOldKeys(administrator, third.id)
              assert.deepInclude((yield* until(removal.id, "completed")).totals, { total: 2, completed: 2 })
              assert.lengthOf((yield* gateway.user(target, users[0]!.rgw_user_uid)).inactive_keys, 0)
              const left = yield* Work.use((work) => work.find("admin", third.id))
              assert.deepStrictEqual([left.undoable, left.wishes], [0, []], "nothing to go back to")
              assert.deepInclude(yield* Effect.flip(rotation.removeOldKeys(administrator, third.id)), {
                code: "state_conflict"
              })
              assert.strictEqual(
                (yield* Effect.flip(rotation.removeOldKeys(administrator, removal.id)))._tag,
                "NotFound"
              )
              yield* Effect.ignore(
                gateway.removeKey(target, (yield* (yield* StorageEndpoints).get(endpoint.id)).admin_access_key!)
              )
            })
          ),
        60_000
      )

      it.effect(
        "takes a key back that cannot prove itself, leaves the old one in use, and tries again",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { key } = yield* technicalKey(target)
              const proxy = yield* gatewayProxy(target.url)
              const {
                endpoint,
                users: [user]
              } = yield* registered({ ...target, url: proxy.url }, key)
              const sql = yield* SqlClient.SqlClient
              const gateway = yield* GatewayUsers
              yield* running
              const old = yield* keyOf("s3_user", user!.id)
              let proofs = 0
              proxy.set((method, path) =>
                method === "GET" && path.startsWith("/?") && proofs++ < 8 ? "hold the request" : "pass"
              )
              const run = yield* (yield* KeyRotation).start(administrator, {
                endpoint_ids: [endpoint.id],
                key_types: ["s3_user"]
              })
              const waiting = yield* Effect.repeat(
                Effect.delay(
                  sql<{ label: string }>`
          select label from work_items where run_id = ${run.id} and state = 'pending' and not_before is not null`,
                  "100 millis"
                ),
                { while: (rows) => rows.length < 2 }
              )
              assert.lengthOf(waiting, 2)
              assert.deepStrictEqual(yield* keyOf("s3_user", user!.id), old)
              assert.deepStrictEqual(
                (yield* gateway.user(target, user!.rgw_user_uid)).access_keys,
                [old.accessKey],
                "nothing is left of the one that failed"
              )
              proxy.set(() => "pass")
              yield* sql`update work_items set not_before = now() where run_id = ${run.id}`
              assert.deepInclude((yield* until(run.id, "completed", "completed_with_errors")).totals, { completed: 2 })
              assert.deepStrictEqual((yield* gateway.user(target, user!.rgw_user_uid)).access_keys, [
                (yield* keyOf("s3_user", user!.id)).accessKey
              ])
              yield* gateway.removeKey(target, key.access_key)
            })
          ),
        90_000
      )

      it.effect(
        "gives a shared connection a new key of its owner, and leaves alone what two rows hold",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const { key } = yield* technicalKey(target)
              const { endpoint } = yield* registered({ ...target, url: (yield* gatewayProxy(target.url)).url }, key)
              const gateway = yield* GatewayUsers
              const [one, two] = yield* Effect.forEach(["lone", "twin"], (what) =>
                gateway.createUser(target, {
                  uid: unique(what),
                  displayName: what,
                  email: null,
                  accountRootOf: null,
                  accessKey: newAccessKey()
                })
              )
              const connections = yield* Connections
              const add = (name: string, of: typeof one) =>
                connections.create(
                  administrator,
                  { _tag: "Shared" },
                  {
                    name: unique(name),
                    storage_endpoint_id: endpoint.id,
                    access_key: of!.key.access_key,
                    secret_key: of!.key.secret_key
                  }
                )
              const lone = yield* add("lone", one)
              yield* add("twin", two)
              yield* add("twin", two)
              const asked = { endpoint_ids: [endpoint.id], key_types: ["connection"] } as const
              const plan = yield* (yield* KeyRotation).plan(asked)
              assert.deepStrictEqual([plan.total, plan.left_out.length], [1, 2])
              yield* running
              const run = yield* (yield* KeyRotation).start(administrator, { ...asked, plan_hash: plan.plan_hash })
              const ended = yield* until(run.id, "completed", "completed_with_errors")
              assert.deepInclude(
                ended.totals,
                { completed: 1 },
                JSON.stringify((yield* Work.use((work) => work.items("admin", run.id, {}))).items)
              )
              const after = yield* connections.get({ _tag: "Shared" }, lone.id)
              assert.notStrictEqual(after.access_key, lone.access_key)
              assert.deepStrictEqual((yield* gateway.user(target, one!.user.uid)).access_keys, [after.access_key])
              const tried = yield* (yield* ConnectionKeys).probe({ _tag: "Shared" }, lone.id)
              assert.strictEqual(tried.probe?.finding, "ready", "the stored secret is that of the new key")
              yield* gateway.removeKey(target, key.access_key)
            })
          ),
        60_000
      )
    })
  })
}

layer(Layer.merge(RotationWorld, anyIntent), { excludeTestServices: true, timeout: "120 seconds" })(
  "key rotation",
  (it) => {
    it.effect("names an endpoint that there is not, and leaves out what cannot be asked", () =>
      Effect.gen(function* () {
        const rotation = yield* KeyRotation
        const error = yield* Effect.flip(rotation.plan({ endpoint_ids: [2_147_483_000], key_types: ["account"] }))
        assert.deepInclude(error, { _tag: "InvalidInput" })
        const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
          name: unique("plain"),
          url: "http://plain.example.org"
        })
        const plan = yield* rotation.plan(all(endpoint.id))
        assert.deepStrictEqual([plan.total, plan.title], [0, "Rotate 0 keys"])
        assert.deepInclude(yield* Effect.flip(rotation.start(administrator, all(endpoint.id))), {
          code: "state_conflict"
        })
        const stored = yield* rotation.plan({ endpoint_ids: [], key_types: ["stored_credentials"] })
        assert.deepStrictEqual([stored.total, stored.title], [1, "Rotate stored credentials"])
      })
    )
  }
)
