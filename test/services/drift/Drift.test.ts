import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { DriftKind } from "#domain/accounts/Drift.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { AdminCalls } from "#layers/rgw/AdminCalls.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { DriftRepairs } from "#services/fleet/drift/DriftRepairs.ts"
import { DriftUpdates } from "#services/fleet/drift/DriftUpdates.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { adminGateways, adminTarget } from "../../gateway/contract/adminGateway.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { keyOf, s3Of } from "../rotation/rotationWorld.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { addUser, administrator } from "../support/storageFixture.ts"
import { DriftWorld, endpointOn, unique } from "./driftWorld.ts"

const scene = Effect.fnUntraced(function* (target: AdminTarget) {
  const direct = { ...target, endpointId: 1_000_000 + Math.floor(Math.random() * 1e6) }
  const proxy = yield* gatewayProxy(target.url)
  const endpoint = yield* endpointOn(direct, proxy.url)
  const account = yield* (yield* RgwAccounts).create(administrator, {
    name: unique("account"),
    storage_endpoint_id: endpoint.id
  })
  const [one, two] = yield* Effect.forEach(["one", "two"] as const, (name) =>
    Effect.flatMap(RgwUsers, (users) =>
      users.create(administrator, { name, rgw_user_uid: unique(name), storage_endpoint_id: endpoint.id })
    )
  )
  return { direct, proxy, endpoint, account, one: one!, two: two! }
})

const accountDrift = (id: number) =>
  Effect.flatMap(RgwAccounts, (accounts) => Effect.map(accounts.get(id), ({ drift }) => drift.map(({ kind }) => kind)))
const userDrift = (id: number) =>
  Effect.flatMap(RgwUsers, (users) => Effect.map(users.get(id), ({ drift }) => drift.map(({ kind }) => kind)))
const checked = (id: number) => DriftChecks.use((checks) => checks.now({ storage_endpoint_id: id }))
const storedKey = (kind: "account" | "s3_user", id: number) =>
  DriftRecords.use((records) => Effect.map(records.find(kind, id), ({ access_key }) => access_key))
const works = (url: string, key: { readonly accessKey: string; readonly secretKey: string }) =>
  Effect.flatMap(BucketGateway, (buckets) => Effect.isSuccess(buckets.list(s3Of(url, key))))

const behindOurBack = (target: AdminTarget, query: Readonly<Record<string, string>>) =>
  Effect.flatMap(AdminCalls, (calls) =>
    calls.document(
      target,
      { operation: "ByAnother", method: "POST", path: "/user", idempotent: true, query },
      Schema.Unknown
    )
  ).pipe(Effect.provide(AdminCalls.layer))

const none: ReadonlyArray<DriftKind> = []

for (const { lack, name, scene: gateway } of await adminGateways()) {
  requirement(name, lack)(`drift on ${name}`, () => {
    layer(Layer.merge(DriftWorld(), anyIntent), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "what was suspended from here is no difference; what somebody else suspends or enables is, until it is " +
          "done here as well",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { direct, endpoint, one, two } = yield* scene((yield* gateway).target)
              const onGateway = yield* UsersOnGateway
              yield* onGateway.suspend(administrator, one.id, { suspended: true })
              assert.deepInclude(yield* checked(endpoint.id), { compared_count: 3, differing_count: 0 })
              assert.deepStrictEqual(yield* userDrift(one.id), none)

              yield* behindOurBack(direct, { uid: one.rgw_user_uid, suspended: "false" })
              yield* behindOurBack(direct, { uid: two.rgw_user_uid, suspended: "true" })
              yield* checked(endpoint.id)
              assert.deepStrictEqual([yield* userDrift(one.id), yield* userDrift(two.id)], [["enabled"], ["suspended"]])
              yield* onGateway.suspend(administrator, one.id, { suspended: false })
              yield* onGateway.suspend(administrator, two.id, { suspended: true })
              assert.deepStrictEqual([yield* userDrift(one.id), yield* userDrift(two.id)], [none, none])
              assert.deepInclude(yield* checked(endpoint.id), { differing_count: 0 })
              yield* onGateway.suspend(administrator, two.id, { suspended: false })
              assert.deepInclude(yield* checked(endpoint.id), { differing_count: 0 })
            })
          ),
        120_000
      )

      it.effect(
        "nothing differs of what was just made; what others change on the gateway is found, told once, and " +
          "vanishes when they change it back",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { account, direct, endpoint, one, two } = yield* scene((yield* gateway).target)
              const users = yield* GatewayUsers
              const clean = yield* checked(endpoint.id)
              assert.deepInclude(clean, { compared_count: 3, differing_count: 0, failed_endpoint_count: 0 })
              assert.deepInclude(clean.endpoints[0], { status: "completed", problem: null })

              const key = yield* storedKey("s3_user", one.id)
              yield* users.setKeyActive(direct, one.rgw_user_uid, key, false)
              yield* behindOurBack(direct, {
                uid: two.rgw_user_uid,
                "display-name": "Somebody else",
                suspended: "true"
              })
              const found = yield* checked(endpoint.id)
              assert.deepInclude(found, { compared_count: 3, differing_count: 2 })
              assert.deepStrictEqual(
                [yield* accountDrift(account.id), yield* userDrift(one.id), yield* userDrift(two.id)],
                [none, ["key_inactive"], ["suspended", "renamed"]]
              )
              const [first] = (yield* (yield* RgwUsers).get(one.id)).drift
              assert.deepInclude(first, { here: `key ${key} of ${one.rgw_user_uid}`, there: "switched off" })
              yield* checked(endpoint.id)
              assert.deepStrictEqual(
                (yield* (yield* RgwUsers).get(one.id)).drift,
                [first!],
                "the same finding, found when it was found"
              )

              const users_ = yield* RgwUsers
              const differing = yield* users_.page({ drift: true, storage_endpoint_id: endpoint.id })
              assert.deepStrictEqual(differing.items.map(({ id }) => id).sort(), [one.id, two.id].sort())
              assert.strictEqual((yield* users_.page({ drift: false, storage_endpoint_id: endpoint.id })).total, 0)

              yield* users.setKeyActive(direct, one.rgw_user_uid, key, true)
              yield* behindOurBack(direct, { uid: two.rgw_user_uid, "display-name": "two", suspended: "false" })
              yield* checked(endpoint.id)
              assert.deepStrictEqual([yield* userDrift(one.id), yield* userDrift(two.id)], [none, none])
            })
          ),
        120_000
      )

      it.effect(
        "every repair mends what it is for, by keys that work, and what agrees is left as it is",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { account, direct, endpoint, one, two } = yield* scene((yield* gateway).target)
              const [users, accounts, repairs] = [yield* GatewayUsers, yield* GatewayAccounts, yield* DriftRepairs]
              const repairUser = (id: number, repair: "new_key" | "recreate" | "take_name" | "keep_name") =>
                repairs.repair(administrator, "s3_user", id, { repair })

              assert.deepInclude(yield* Effect.flip(repairUser(one.id, "new_key")), { code: "state_conflict" })
              assert.deepInclude(yield* Effect.flip(repairUser(one.id, "recreate")), { code: "state_conflict" })

              const gone = yield* storedKey("s3_user", one.id)
              yield* users.removeKey(direct, gone, one.rgw_user_uid)
              yield* checked(endpoint.id)
              assert.deepStrictEqual(yield* userDrift(one.id), ["key_missing"])
              yield* repairUser(one.id, "new_key")
              assert.deepStrictEqual(yield* userDrift(one.id), none)
              assert.isTrue(yield* works(direct.url, yield* keyOf("s3_user", one.id)))
              const off = yield* storedKey("s3_user", one.id)
              yield* users.setKeyActive(direct, one.rgw_user_uid, off, false)
              yield* repairUser(one.id, "new_key")
              const now = yield* users.user(direct, one.rgw_user_uid)
              assert.notInclude([...now.access_keys, ...now.inactive_keys], off)
              assert.isTrue(yield* works(direct.url, yield* keyOf("s3_user", one.id)))

              yield* users.removeUser(direct, two.rgw_user_uid)
              yield* users.removeUser(direct, account.rgw_user_uid)
              yield* checked(endpoint.id)
              assert.deepStrictEqual(
                [yield* userDrift(two.id), yield* accountDrift(account.id)],
                [["missing"], ["root_missing"]]
              )
              yield* repairUser(two.id, "recreate")
              yield* repairs.repair(administrator, "account", account.id, { repair: "recreate" })
              assert.deepStrictEqual([yield* userDrift(two.id), yield* accountDrift(account.id)], [none, none])
              yield* users.removeUser(direct, account.rgw_user_uid)
              yield* accounts.removeAccount(direct, account.rgw_account_id)
              yield* checked(endpoint.id)
              assert.deepStrictEqual(yield* accountDrift(account.id), ["missing"])
              yield* repairs.repair(administrator, "account", account.id, { repair: "recreate" })
              assert.deepStrictEqual(yield* accountDrift(account.id), none)
              assert.deepInclude(yield* accounts.account(direct, account.rgw_account_id), { name: account.name })
              assert.isTrue(yield* works(direct.url, yield* keyOf("account", account.id)))
              assert.isTrue(yield* works(direct.url, yield* keyOf("s3_user", two.id)))

              for (const [id, repair, expected] of [
                [one.id, "take_name", "Renamed there"],
                [two.id, "keep_name", "two"]
              ] as const) {
                const { rgw_user_uid: uid } = yield* (yield* RgwUsers).get(id)
                yield* behindOurBack(direct, { uid, "display-name": "Renamed there" })
                yield* checked(endpoint.id)
                assert.deepStrictEqual(yield* userDrift(id), ["renamed"])
                yield* repairUser(id, repair)
                assert.deepInclude(yield* (yield* RgwUsers).get(id), { name: expected, drift: [] })
                yield* checked(endpoint.id)
                assert.deepStrictEqual(yield* userDrift(id), none)
              }

              const last = yield* storedKey("s3_user", two.id)
              yield* users.setKeyActive(direct, two.rgw_user_uid, last, false)
              assert.deepStrictEqual((yield* (yield* RgwUsers).unregister(administrator, two.id)).remains, [])
              const left = yield* users.user(direct, two.rgw_user_uid)
              assert.notInclude([...left.access_keys, ...left.inactive_keys], last)

              const actions = yield* (yield* SqlClient.SqlClient)<{ said: string }>`
          select action || ' ' || status as said from audit_logs
            where id > (select max(id) from audit_logs where action = 'rgw_user.create') order by id`
              assert.deepStrictEqual(
                actions.map(({ said }) => said).filter((said) => !said.startsWith("rgw_user.key.retire")),
                [
                  "rgw_user.key.rotate success",
                  "rgw_user.key.rotate success",
                  "rgw_user.recreate success",
                  "rgw_account.recreate success",
                  "rgw_account.recreate success",
                  "rgw_user.take_gateway_name success",
                  "rgw_user.keep_name success",
                  "rgw_user.unregister success"
                ]
              )
              const trail = yield* (yield* SqlClient.SqlClient)<{
                text: string
              }>`select (metadata::text || message) as text from audit_logs`
              const { secretKey } = yield* keyOf("s3_user", one.id)
              assert.isFalse(
                trail.some(({ text }) => text.includes(secretKey)),
                "no secret in the trail"
              )
            })
          ),
        120_000
      )
    })
  })
}

layer(Layer.merge(DriftWorld(Duration.millis(700)), anyIntent), { excludeTestServices: true, timeout: "120 seconds" })(
  "a drift check",
  (it) => {
    const sandbox = Effect.map(freshSandbox(), (gateway) => ({
      gateway,
      target: adminTarget(gateway.url, gateway.admin)
    }))

    it.effect(
      "makes and takes back no finding of a gateway that cannot be reached, says so, and goes on where it can",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { target } = yield* sandbox
            const { direct, endpoint, one, proxy, two } = yield* scene(target)
            const users = yield* GatewayUsers
            yield* users.removeKey(direct, yield* storedKey("s3_user", one.id), one.rgw_user_uid)
            yield* checked(endpoint.id)
            yield* users.removeUser(direct, two.rgw_user_uid)
            proxy.set(() => "hold the request")
            const blind = yield* checked(endpoint.id)
            assert.deepInclude(blind, { compared_count: 0, differing_count: 0, failed_endpoint_count: 1 })
            assert.deepInclude(blind.endpoints[0], { status: "failed", unread_count: 3 })
            assert.deepStrictEqual(blind.endpoints[0]?.problem, {
              code: "storage_timeout",
              detail: "It did not answer in time"
            })
            assert.deepStrictEqual([yield* userDrift(one.id), yield* userDrift(two.id)], [["key_missing"], none])
            const told = yield* (yield* DriftRecords).summary
            assert.deepInclude(
              told.endpoints.find(({ storage_endpoint_id }) => storage_endpoint_id === endpoint.id),
              { status: "failed" }
            )
            proxy.set((_, path) => (path.includes(one.rgw_user_uid) ? "hold the request" : "pass"))
            yield* Effect.sleep("1 second")
            const half = yield* Effect.repeat(Effect.delay(checked(endpoint.id), "500 millis"), {
              while: ({ compared_count }) => compared_count < 2,
              times: 60
            })
            assert.deepInclude(half.endpoints[0], { status: "partial", compared_count: 2, unread_count: 1 })
            assert.deepStrictEqual([yield* userDrift(one.id), yield* userDrift(two.id)], [["key_missing"], ["missing"]])
            const alone = yield* Effect.flip((yield* DriftChecks).one("s3_user", one.id))
            assert.include(["StorageTimeout", "Unavailable"], alone._tag)
          })
        ),
      120_000
    )

    it.effect(
      "asks once for an RGW user and twice for an account, and no more",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { gateway, target } = yield* sandbox
            const { endpoint } = yield* scene(target)
            const users = yield* RgwUsers
            yield* Effect.forEach(
              Array.from({ length: 38 }, () => unique("many")),
              (uid) => users.create(administrator, { name: uid, rgw_user_uid: uid, storage_endpoint_id: endpoint.id }),
              { concurrency: 4 }
            )
            yield* checked(endpoint.id)
            gateway.faults.resetCalls()
            const report = yield* checked(endpoint.id)
            assert.deepInclude(report, { compared_count: 41, differing_count: 0 })
            assert.lengthOf(gateway.faults.calls(), 42)
          })
        ),
      120_000
    )

    it.effect(
      "runs once at a time; an endpoint without a key is told, one that is none is the request's fault",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { gateway, target } = yield* sandbox
            const { endpoint } = yield* scene(target)
            gateway.faults.inject({ match: { op: "AdminUserGet" }, effect: { delayMs: 300 } })
            const first = yield* Effect.forkChild(checked(endpoint.id))
            yield* Effect.sleep("100 millis")
            assert.deepInclude(yield* Effect.flip(checked(endpoint.id)), { code: "state_conflict" })
            assert.deepInclude(yield* (yield* DriftChecks).run({}), { status: "skipped" })
            yield* Fiber.join(first)
            assert.deepInclude(yield* Effect.flip((yield* DriftChecks).now({ storage_endpoint_id: 999_999 })), {
              _tag: "InvalidInput"
            })
            const sql = yield* SqlClient.SqlClient
            yield* sql`update storage_endpoints set admin_access_key = null, admin_secret = null
              where id = ${endpoint.id}`
            const keyless = yield* checked(endpoint.id)
            assert.deepInclude(keyless.endpoints[0], { status: "failed", compared_count: 0 })
            assert.strictEqual(keyless.endpoints[0]?.problem?.code, "no_admin_key")
          })
        ),
      120_000
    )

    it.effect(
      "a key that is rotated while it is compared makes no finding",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { gateway, target } = yield* sandbox
            const { direct, endpoint, one } = yield* scene(target)
            const old = yield* storedKey("s3_user", one.id)
            gateway.faults.inject({
              match: { op: "AdminUserGet", pathIncludes: one.rgw_user_uid },
              times: 1,
              effect: { delayMs: 500 }
            })
            const check = yield* Effect.forkChild(checked(endpoint.id))
            yield* Effect.sleep("200 millis")
            const users = yield* GatewayUsers
            const { access_key } = yield* users.mintKey(direct, one.rgw_user_uid, unique("KEY"))
            yield* (yield* SqlClient.SqlClient)`update rgw_users set access_key = ${access_key} where id = ${one.id}`
            yield* users.removeKey(direct, old, one.rgw_user_uid)
            assert.deepInclude(yield* Fiber.join(check), { differing_count: 0 })
            assert.deepStrictEqual(yield* userDrift(one.id), none)
          })
        ),
      120_000
    )

    it.effect(
      "is told to whoever watches, as it is found and as it is mended",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { target } = yield* sandbox
            const { direct, endpoint, one } = yield* scene(target)
            yield* checked(endpoint.id)
            const { s3_user_count: before } = yield* (yield* DriftRecords).summary
            const heard: Array<number> = []
            const stop = (yield* DriftUpdates).follow((news) => {
              heard.push(...news.map(({ data }) => data.s3_user_count))
            })
            const until = (count: number) =>
              Effect.repeat(Effect.sleep("50 millis"), { until: () => heard.at(-1) === count }).pipe(
                Effect.timeout("20 seconds")
              )
            yield* until(before)
            yield* (yield* GatewayUsers).removeUser(direct, one.rgw_user_uid)
            yield* checked(endpoint.id)
            yield* until(before + 1)
            yield* (yield* DriftRepairs).repair(administrator, "s3_user", one.id, { repair: "recreate" })
            yield* until(before)
            stop()
          })
        ),
      120_000
    )

    it.effect(
      "of two who mend one name the second is told that it was changed; links and findings go with the registration",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { target } = yield* sandbox
            const { direct, endpoint, one } = yield* scene(target)
            const { id: person } = yield* addUser()
            yield* behindOurBack(direct, { uid: one.rgw_user_uid, "display-name": "Renamed there" })
            yield* checked(endpoint.id)
            const read = yield* (yield* RgwUsers).get(one.id)
            yield* (yield* RgwUsers).update(administrator, one.id, {
              user_links: [{ user_id: person, manager_role: "account_administrator" }]
            })
            const repairs = yield* DriftRepairs
            assert.deepInclude(
              yield* Effect.flip(
                repairs.repair(administrator, "s3_user", one.id, { repair: "take_name", version: read.version })
              ),
              { code: "stale_plan" }
            )
            assert.strictEqual((yield* (yield* RgwUsers).get(one.id)).name, "one")
            yield* (yield* RgwUsers).unregister(administrator, one.id)
            assert.lengthOf(
              yield* (yield* SqlClient.SqlClient)`select 1 from drift_findings where rgw_user_id = ${one.id}`,
              0
            )
            assert.deepInclude(
              yield* Effect.flip(repairs.repair(administrator, "s3_user", one.id, { repair: "take_name" })),
              { _tag: "NotFound" }
            )
          })
        ),
      120_000
    )
  }
)
