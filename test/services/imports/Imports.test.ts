import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { MAX_IMPORTED, PlanImport } from "#domain/accounts/ImportMany.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { Registrations } from "#services/accounts/Registrations.ts"
import type { Audited } from "#services/platform/audit/Audited.ts"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { Imports } from "#services/fleet/Imports.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { WorkKinds } from "#services/platform/work/WorkKinds.ts"
import type { WorkBatchLeases, WorkLeases } from "#services/platform/work/WorkLeases.ts"
import { WorkRunner } from "#streams/work/WorkRunner.ts"
import { adminGateways, adminTarget } from "../../gateway/contract/adminGateway.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { DriftWorld, endpointOn, unique } from "../drift/driftWorld.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { addUser, administrator } from "../support/storageFixture.ts"
import { until } from "../work/toyWork.ts"

const running = Effect.gen(function* () {
  const services = yield* Effect.context<Audited | WorkBatchLeases | WorkKinds | WorkLeases | LiveEvents>()
  yield* Layer.build(
    Layer.fresh(WorkRunner).pipe(Layer.provide(Layer.succeedContext(services)), Layer.provide(TestSettings()))
  )
})

const strangers = Effect.fnUntraced(function* (target: AdminTarget) {
  const [accounts, users] = [yield* GatewayAccounts, yield* GatewayUsers]
  const made = yield* Effect.forEach([true, true, false], (rooted) =>
    Effect.gen(function* () {
      const { id, name } = yield* accounts.createAccount(target, {
        id: newAccountId(),
        name: unique("stranger"),
        email: null,
        limits: {}
      })
      const uid = `owner-${id}`
      if (rooted)
        yield* users.createUser(target, {
          uid,
          displayName: uid,
          email: null,
          accountRootOf: id,
          accessKey: newAccessKey()
        })
      return { id, name, uid: rooted ? uid : `${id}-root` }
    })
  )
  const uids = yield* Effect.forEach(["u1", "u2", "u3"], (name) => {
    const uid = unique(name)
    return Effect.as(
      users.createUser(target, {
        uid,
        displayName: `Display of ${uid}`,
        email: null,
        accountRootOf: null,
        accessKey: newAccessKey()
      }),
      uid
    )
  })
  return { accounts: made, uids }
})

const scene = Effect.fnUntraced(function* (target: AdminTarget) {
  const direct = { ...target, endpointId: 1_000_000 + Math.floor(Math.random() * 1e6) }
  const proxy = yield* gatewayProxy(target.url)
  return { direct, proxy, endpoint: yield* endpointOn(direct, proxy.url), ...(yield* strangers(direct)) }
})

const itemsOf = (id: number) =>
  Work.use((work) => Effect.map(work.items("admin", id, { limit: 500 }), ({ items }) => items))
const registered = (kind: "account" | "s3_user", endpoint: number, ids: ReadonlyArray<string>) =>
  Registrations.use((all) => Effect.map(all.registered(kind, endpoint, ids), (found) => [...found.keys()].sort()))

for (const { lack, name, scene: gateway } of await adminGateways()) {
  requirement(name, lack)(`bringing in many on ${name}`, () => {
    layer(Layer.merge(DriftWorld(), anyIntent), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "plans, registers each with a key of its own and the links that were asked for, and agrees with the gateway",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { accounts, direct: target, endpoint, uids } = yield* scene((yield* gateway).target)
              const imports = yield* Imports
              const { id: person } = yield* addUser()
              const links = { user_links: [{ user_id: person, manager_role: "account_administrator" as const }] }
              const ids = accounts.map(({ id }) => id)
              const asked = { kind: "account", storage_endpoint_id: endpoint.id, ids, ...links } as const
              const plan = yield* imports.plan(asked)
              assert.deepInclude(plan, {
                total: 3,
                title: `Bring in 3 RGW accounts from ${endpoint.name}`,
                left_out: [],
                counts: [{ name: "account", count: 3 }]
              })
              assert.deepStrictEqual(
                plan.sample.map(({ label }) => label).sort(),
                accounts.map(({ name }) => name).sort()
              )
              assert.deepStrictEqual(yield* registered("account", endpoint.id, ids), [], "a plan registers nothing")

              yield* running
              const run = yield* imports.start(administrator, {
                ...asked,
                ids: ids.toReversed(),
                plan_hash: plan.plan_hash
              })
              const ended = yield* until(run.id, "completed", "completed_with_errors")
              assert.deepInclude(ended.totals, { total: 3, completed: 3 }, JSON.stringify(yield* itemsOf(run.id)))
              const rows = yield* (yield* Registrations).page("account", { storage_endpoint_id: endpoint.id })
              assert.deepStrictEqual(
                rows.items.map(({ uid }) => uid).sort(),
                accounts.map(({ uid }) => uid).sort(),
                "its root user, or one that was made"
              )
              assert.isTrue(rows.items.every(({ user_links }) => user_links.some(({ user_id }) => user_id === person)))
              const sql = yield* SqlClient.SqlClient
              const counting = yield* sql`select from bucket_listings
                where refresh_requested_at is not null and key like ${`endpoint:${endpoint.id}/owner:%`}`
              assert.strictEqual(
                counting.length,
                3,
                "the buckets of each are to be counted, and nobody has to open them"
              )

              const second = yield* imports.start(administrator, {
                kind: "s3_user",
                storage_endpoint_id: endpoint.id,
                ids: uids
              })
              assert.deepInclude((yield* until(second.id, "completed", "completed_with_errors")).totals, {
                completed: 3
              })
              assert.deepInclude(yield* (yield* DriftChecks).now({ storage_endpoint_id: endpoint.id }), {
                compared_count: 6,
                differing_count: 0
              })

              const again = yield* imports.start(administrator, { ...asked, plan_hash: plan.plan_hash })
              assert.deepInclude((yield* until(again.id, "completed", "completed_with_errors")).totals, {
                total: 3,
                skipped: 3,
                completed: 0
              })
              assert.deepStrictEqual(
                new Set((yield* itemsOf(again.id)).map(({ problem }) => problem?.detail)),
                new Set(["It was registered already"])
              )
              const keys = yield* (yield* SqlClient.SqlClient)<{
                action: string
                n: number
              }>`select action, count(*)::int as n from audit_logs where action like '%.import' group by action
                order by action`
              assert.deepStrictEqual(
                keys.map((row) => ({ ...row })),
                [
                  { action: "rgw_account.import", n: 3 },
                  { action: "rgw_user.import", n: 3 }
                ]
              )
              assert.deepStrictEqual(
                [again.wishes.includes("undo"), (yield* until(again.id, "completed")).undoable],
                [false, 0],
                "what it did not bring in is not its to undo"
              )

              const before = yield* Effect.forEach(uids, (uid) => GatewayUsers.use((all) => all.user(target, uid)))
              const byUid = new Map(
                (yield* Registrations.use((all) => all.all("s3_user"))).map((row) => [row.uid, row])
              )
              yield* Registrations.use((all) => all.rename("s3_user", byUid.get(uids[1]!)!.id, "Renamed since"))
              yield* Work.use((work) => work.ask(administrator, "admin", second.id, "undo"))
              const undone = yield* until(second.id, "rolled_back", "completed_with_errors")
              assert.deepInclude(undone, { state: "completed_with_errors", undoable: 1 })
              assert.deepInclude(undone.totals, { rolled_back: 2, completed: 1 })
              assert.deepStrictEqual(yield* registered("s3_user", endpoint.id, uids), [uids[1]!])
              for (const [index, uid] of uids.entries()) {
                const { access_keys } = yield* GatewayUsers.use((all) => all.user(target, uid))
                const ours = byUid.get(uid)!.access_key
                assert.deepStrictEqual(
                  access_keys,
                  index === 1 ? before[index]!.access_keys : before[index]!.access_keys.filter((key) => key !== ours),
                  uid
                )
              }
              assert.include(
                (yield* itemsOf(second.id)).find(({ state }) => state === "completed")?.problem?.detail ?? "",
                "It was changed since it was brought in"
              )
              const [gone] = rows.items
              yield* RgwAccounts.use((all) => all.unregister(administrator, gone!.id))
              yield* Work.use((work) => work.ask(administrator, "admin", run.id, "undo"))
              assert.deepInclude(yield* until(run.id, "rolled_back", "completed_with_errors"), {
                state: "rolled_back",
                undoable: 0
              })
              assert.deepStrictEqual(yield* registered("account", endpoint.id, ids), [])
            })
          ),
        120_000
      )
    })
  })
}

layer(Layer.merge(DriftWorld(), anyIntent), { excludeTestServices: true, timeout: "120 seconds" })(
  "bringing in many",
  (it) => {
    const sandbox = Effect.map(freshSandbox(), (gateway) => ({
      gateway,
      target: adminTarget(gateway.url, gateway.admin)
    }))

    it.effect(
      "what cannot be brought in is left out with its reason, and one that fails costs no other",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { gateway, target } = yield* sandbox
            const {
              accounts: [first],
              direct,
              endpoint,
              uids
            } = yield* scene(target)
            const imports = yield* Imports
            const member = first!.uid
            const plan = yield* imports.plan({
              kind: "s3_user",
              storage_endpoint_id: endpoint.id,
              ids: [...uids, "nobody", member, "..", "%zz", "a\u202Eb"]
            })
            assert.strictEqual(plan.total, 3)
            assert.deepStrictEqual(
              plan.left_out.map(({ label, reason }) => [label, reason]).sort(),
              [
                ["%zz", "The gateway has no such user"],
                ["..", "The gateway has no such user"],
                ["a\u202Eb", "The gateway has no such user"],
                ["nobody", "The gateway has no such user"],
                [member, `It belongs to account ${first!.id}: bring in that account`]
              ].sort()
            )
            gateway.faults.inject({ match: { op: "AdminUserKeyPut", pathIncludes: uids[1]! }, effect: 403 })
            yield* running
            const run = yield* imports.start(administrator, {
              kind: "s3_user",
              storage_endpoint_id: endpoint.id,
              ids: uids
            })
            const ended = yield* until(run.id, "completed", "completed_with_errors")
            assert.deepInclude(ended.totals, { completed: 2, failed: 1 })
            const failed = (yield* itemsOf(run.id)).find(({ state }) => state === "failed")
            assert.deepInclude(failed, { label: `Display of ${uids[1]}` })
            assert.strictEqual(failed?.problem?.code, "storage_error")
            assert.deepStrictEqual(yield* registered("s3_user", endpoint.id, uids), [uids[0]!, uids[2]!].sort())
            const user = yield* (yield* GatewayUsers).user(direct, uids[1]!)
            assert.lengthOf(user.access_keys, 1, "no key of ours remains")
          })
        ),
      120_000
    )

    it.effect(
      "is not undone where the gateway cannot be asked, and is once it can",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { gateway, target } = yield* sandbox
            const { direct, endpoint, uids } = yield* scene(target)
            yield* running
            const run = yield* (yield* Imports).start(administrator, {
              kind: "s3_user",
              storage_endpoint_id: endpoint.id,
              ids: uids
            })
            assert.deepInclude((yield* until(run.id, "completed", "completed_with_errors")).totals, { completed: 3 })
            gateway.faults.inject({ match: { op: "AdminUserGet", pathIncludes: uids[1]! }, effect: 403 })
            yield* Work.use((work) => work.ask(administrator, "admin", run.id, "undo"))
            assert.deepInclude((yield* until(run.id, "rolled_back", "completed_with_errors")).totals, {
              rolled_back: 2,
              completed: 1
            })
            assert.deepStrictEqual(
              yield* registered("s3_user", endpoint.id, uids),
              [uids[1]!],
              "it is not forgotten while its key may remain"
            )
            gateway.faults.clear()
            yield* Work.use((work) => work.ask(administrator, "admin", run.id, "undo"))
            yield* until(run.id, "rolled_back")
            for (const uid of uids)
              assert.lengthOf(
                (yield* GatewayUsers.use((all) => all.user(direct, uid))).access_keys,
                1,
                "its own key alone"
              )
          })
        ),
      120_000
    )

    it.effect(
      "looks at all users once for many accounts, however many there are",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { gateway, target } = yield* sandbox
            const { accounts, direct, endpoint } = yield* scene(target)
            const [accountsThere, users] = [yield* GatewayAccounts, yield* GatewayUsers]
            const more = yield* Effect.forEach(
              Array.from({ length: 20 }),
              () =>
                Effect.gen(function* () {
                  const { id } = yield* accountsThere.createAccount(direct, {
                    id: newAccountId(),
                    name: unique("more"),
                    email: null,
                    limits: {}
                  })
                  yield* users.createUser(direct, {
                    uid: `owner-${id}`,
                    displayName: `owner-${id}`,
                    email: null,
                    accountRootOf: id,
                    accessKey: newAccessKey()
                  })
                  return id
                }),
              { concurrency: 4 }
            )
            const ids = [...accounts.map(({ id }) => id), ...more]
            const { ids: uids } = yield* users.userIds(direct, 1000)
            gateway.faults.resetCalls()
            yield* running
            const run = yield* (yield* Imports).start(administrator, {
              kind: "account",
              storage_endpoint_id: endpoint.id,
              ids
            })
            assert.deepInclude((yield* until(run.id, "completed", "completed_with_errors")).totals, {
              completed: ids.length
            })
            const reads = gateway.faults.calls({ op: "AdminUserGet" }).length
            assert.isAtMost(reads, uids.length + 5, "one look at each user, not one for each account")
            assert.isAtMost(gateway.faults.calls({ op: "AdminAccountGet" }).length, 2 * ids.length)
          })
        ),
      120_000
    )

    it.effect(
      "a link that leads nowhere is named at its place, and nothing begins; so is what the request itself gets wrong",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { target } = yield* sandbox
            const { endpoint, uids } = yield* scene(target)
            const imports = yield* Imports
            const { id } = yield* addUser()
            const link = (user_id: number) => ({ user_id, manager_role: "account_administrator" as const })
            const error = yield* Effect.flip(
              imports.start(administrator, {
                kind: "s3_user",
                storage_endpoint_id: endpoint.id,
                ids: uids,
                user_links: [link(id), link(999_999)]
              })
            )
            assert.deepInclude(error, { _tag: "InvalidInput" })
            assert.include(error.message, "payload.user_links.1.user_id")
            assert.lengthOf(
              (yield* (yield* Work).page("admin", {})).items.filter(({ params }) =>
                JSON.stringify(params).includes(uids[0]!)
              ),
              0
            )
            assert.deepStrictEqual(yield* registered("s3_user", endpoint.id, uids), [])
            const none = yield* Effect.flip(imports.plan({ kind: "s3_user", storage_endpoint_id: 999_999, ids: uids }))
            assert.include(none.message, "payload.storage_endpoint_id")
            const decode = Schema.decodeUnknownExit(PlanImport, { onExcessProperty: "error" })
            const asked = { kind: "s3_user", storage_endpoint_id: 1, ids: ["a"] }
            for (const wrong of [
              { ids: [] },
              { ids: ["a", "a"] },
              { ids: null },
              { ids: ["\0"] },
              { ids: [" "] },
              { ids: Array.from({ length: MAX_IMPORTED + 1 }, (_, n) => `u${n}`) },
              { user_links: null },
              { user_ids: [1] },
              { kind: "bucket" }
            ]) {
              assert.strictEqual(decode({ ...asked, ...wrong })._tag, "Failure", JSON.stringify(wrong).slice(0, 60))
            }
            assert.strictEqual(decode(asked)._tag, "Success")
          })
        ),
      120_000
    )
  }
)
