import { assert, layer } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { driftDifferences } from "#domain/accounts/Drift.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { FaultEffect } from "#sandbox/Faults.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { DriftRepairs } from "#services/fleet/drift/DriftRepairs.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { adminTarget } from "../../gateway/contract/adminGateway.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { administrator } from "../support/storageFixture.ts"
import { allOf, DriftWorld, endpointOn, settled, unique } from "./driftWorld.ts"

const effects: ReadonlyArray<FaultEffect> = [500, 403, "html", "empty-200", "truncated", "reset", "reset-after", "hang"]

interface Scene {
  readonly target: AdminTarget
  readonly endpoint: number
}

const kindOf = (name: string) => (name.includes("account") ? ("account" as const) : ("s3_user" as const))

const operation = <R>(
  name: string,
  calls: ReadonlyArray<string>,
  prepare: (
    scene: Scene
  ) => Effect.Effect<
    { readonly run: Effect.Effect<unknown, { readonly code: string }, R>; readonly external: string },
    unknown,
    R
  >
) => ({
  name,
  calls,
  prepare: (scene: Scene) =>
    Effect.gen(function* () {
      const services = yield* Effect.context<R>()
      const { external, run } = yield* Effect.orDie(prepare(scene))
      return { external, run: Effect.provideContext(run, services) }
    })
})

const plainUser = Effect.fnUntraced(function* (target: AdminTarget) {
  const uid = unique("user")
  yield* (yield* GatewayUsers).createUser(target, {
    uid,
    displayName: uid,
    email: null,
    accountRootOf: null,
    accessKey: newAccessKey()
  })
  return uid
})

const registeredUser = Effect.fnUntraced(function* ({ endpoint, target }: Scene) {
  const uid = yield* plainUser(target)
  return yield* (yield* RgwUsers).import(administrator, { storage_endpoint_id: endpoint, rgw_user_uid: uid })
})

const bareAccount = Effect.fnUntraced(function* (target: AdminTarget) {
  return yield* (yield* GatewayAccounts).createAccount(target, {
    id: newAccountId(),
    name: unique("bare"),
    email: null,
    limits: {}
  })
})

const operations = [
  operation("create account", ["AdminAccountPost", "AdminUserPut"], ({ endpoint }) =>
    Effect.gen(function* () {
      const accounts = yield* RgwAccounts
      return {
        run: accounts.create(administrator, { name: unique("account"), storage_endpoint_id: endpoint }),
        external: ""
      }
    })
  ),
  operation("create user", ["AdminUserPut"], ({ endpoint }) =>
    Effect.gen(function* () {
      const users = yield* RgwUsers
      const uid = unique("user")
      return {
        run: users.create(administrator, { rgw_user_uid: uid, name: uid, storage_endpoint_id: endpoint }),
        external: uid
      }
    })
  ),
  operation("import account with a root user", ["AdminUserKeyPut"], ({ endpoint, target }) =>
    Effect.gen(function* () {
      const [accounts, users] = [yield* RgwAccounts, yield* GatewayUsers]
      const { id } = yield* bareAccount(target)
      yield* users.createUser(target, {
        uid: `own-${id}`,
        displayName: `own-${id}`,
        email: null,
        accountRootOf: id,
        accessKey: newAccessKey()
      })
      return {
        run: accounts.import(administrator, { rgw_account_id: id, storage_endpoint_id: endpoint }),
        external: id
      }
    })
  ),
  operation("import account without a root user", ["AdminUserPut"], ({ endpoint, target }) =>
    Effect.gen(function* () {
      const accounts = yield* RgwAccounts
      const { id } = yield* bareAccount(target)
      return {
        run: accounts.import(administrator, { rgw_account_id: id, storage_endpoint_id: endpoint }),
        external: id
      }
    })
  ),
  operation("import user", ["AdminUserKeyPut"], ({ endpoint, target }) =>
    Effect.gen(function* () {
      const users = yield* RgwUsers
      const uid = yield* plainUser(target)
      return { run: users.import(administrator, { rgw_user_uid: uid, storage_endpoint_id: endpoint }), external: uid }
    })
  ),
  operation("unregister account", ["AdminUserKeyDelete"], ({ endpoint }) =>
    Effect.gen(function* () {
      const accounts = yield* RgwAccounts
      const { id, rgw_account_id } = yield* accounts.create(administrator, {
        name: unique("account"),
        storage_endpoint_id: endpoint
      })
      return { run: accounts.unregister(administrator, id), external: rgw_account_id }
    })
  ),
  operation("unregister user", ["AdminUserKeyDelete"], (scene) =>
    Effect.gen(function* () {
      const users = yield* RgwUsers
      const { id, rgw_user_uid } = yield* registeredUser(scene)
      return { run: users.unregister(administrator, id), external: rgw_user_uid }
    })
  ),
  operation("store a new key for user", ["AdminUserKeyPut"], (scene) =>
    Effect.gen(function* () {
      const [repairs, users] = [yield* DriftRepairs, yield* GatewayUsers]
      const { id, rgw_user_uid } = yield* registeredUser(scene)
      const { access_key } = yield* (yield* DriftRecords).find("s3_user", id)
      yield* users.removeKey(scene.target, access_key, rgw_user_uid)
      return { run: repairs.repair(administrator, "s3_user", id, { repair: "new_key" }), external: rgw_user_uid }
    })
  ),
  operation("make user again", ["AdminUserPut"], (scene) =>
    Effect.gen(function* () {
      const [repairs, users] = [yield* DriftRepairs, yield* GatewayUsers]
      const { id, rgw_user_uid } = yield* registeredUser(scene)
      yield* users.removeUser(scene.target, rgw_user_uid)
      return { run: repairs.repair(administrator, "s3_user", id, { repair: "recreate" }), external: rgw_user_uid }
    })
  ),
  operation("suspend user", ["AdminUserPost"], (scene) =>
    Effect.gen(function* () {
      const users = yield* UsersOnGateway
      const { id, rgw_user_uid } = yield* registeredUser(scene)
      return { run: users.suspend(administrator, id, { suspended: true }), external: rgw_user_uid }
    })
  ),
  operation("enable user", ["AdminUserPost"], (scene) =>
    Effect.gen(function* () {
      const users = yield* UsersOnGateway
      const { id, rgw_user_uid } = yield* registeredUser(scene)
      yield* users.suspend(administrator, id, { suspended: true })
      return { run: users.suspend(administrator, id, { suspended: false }), external: rgw_user_uid }
    })
  ),
  operation("make account again", ["AdminAccountPost", "AdminUserPut"], ({ endpoint, target }) =>
    Effect.gen(function* () {
      const [repairs, accounts, gateway, users] = [
        yield* DriftRepairs,
        yield* RgwAccounts,
        yield* GatewayAccounts,
        yield* GatewayUsers
      ]
      const { id, rgw_account_id, rgw_user_uid } = yield* accounts.create(administrator, {
        name: unique("account"),
        storage_endpoint_id: endpoint
      })
      yield* users.removeUser(target, rgw_user_uid)
      yield* gateway.removeAccount(target, rgw_account_id)
      return { run: repairs.repair(administrator, "account", id, { repair: "recreate" }), external: rgw_account_id }
    })
  )
]

const rowOf = Effect.fnUntraced(function* (kind: "account" | "s3_user", endpoint: number, external: string) {
  const rows = yield* (yield* DriftRecords).after(kind, endpoint, 0, 1000)
  return rows.find(({ external_id }) => external_id === external) ?? null
})

/** Proxies stay open to the file's end: a released port may come again, and two endpoints cannot share an address. */
class ToTheEnd extends Context.Service<ToTheEnd, Scope.Scope>()("test/Halves/ToTheEnd") {}

layer(Layer.mergeAll(DriftWorld(Duration.seconds(2)), anyIntent, Layer.effect(ToTheEnd, Effect.scope)), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("gateway and database", (it) => {
  for (const { calls, name, prepare } of operations) {
    it.effect(
      `agree whatever goes wrong between the halves of: ${name}`,
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const toTheEnd = yield* ToTheEnd
            const gateway = yield* Effect.orDie(freshSandbox())
            const direct = {
              ...adminTarget(gateway.url, gateway.admin),
              endpointId: 1_000_000 + Math.floor(Math.random() * 1e6)
            }
            const kind = kindOf(name)
            let broken = 0
            for (const op of calls) {
              for (const effect of effects) {
                const label = `${name}, ${op} ${String(effect)}`
                // an endpoint for each case: faults of an earlier one must not count
                const { id } = yield* endpointOn(direct, (yield* Scope.provide(gatewayProxy(direct.url), toTheEnd)).url)
                const { external, run } = yield* prepare({ target: direct, endpoint: id })
                const before = yield* allOf(direct)
                const had = yield* rowOf(kind, id, external)
                const fault = gateway.faults.inject({ match: { op }, times: 1, effect })
                const exit = yield* Effect.exit(run)
                broken += fault.hits()
                assert.strictEqual(fault.hits(), 1, `${label}: the fault was met`)
                gateway.faults.clear()
                yield* settled
                const after = yield* allOf(direct)
                const created =
                  Exit.isSuccess(exit) && name === "create account"
                    ? (exit.value as { readonly rgw_account_id: string }).rgw_account_id
                    : external
                const row = yield* rowOf(kind, id, created)

                if (row === null) {
                  if (name.startsWith("unregister")) {
                    const remains = Exit.isSuccess(exit)
                      ? (exit.value as { readonly remains: ReadonlyArray<string> }).remains
                      : []
                    const keys = after.users.flatMap(({ access_keys, inactive_keys }) => [
                      ...access_keys,
                      ...inactive_keys
                    ])
                    assert.strictEqual(
                      keys.includes(had!.access_key),
                      remains.length > 0,
                      `${label}: a key that remains is told of`
                    )
                    const told =
                      yield* sql`select 1 from audit_logs where entity_id = ${String(had!.id)} and status = 'failure'
                        and message like ${`%${had!.access_key}%`}`
                    assert.strictEqual(told.length, remains.length, `${label}: and stands in the trail`)
                  } else {
                    assert.isTrue(Exit.isFailure(exit), `${label}: what is not registered did not succeed`)
                    assert.deepStrictEqual(after, before, `${label}: nothing of it remains on the gateway`)
                  }
                } else {
                  const { found } = yield* (yield* DriftChecks).one(kind, row.id)
                  const user = after.users.find(({ uid }) => uid === row.uid)
                  const others =
                    before.users
                      .find(({ uid }) => uid === row.uid)
                      ?.access_keys.filter((key) => key !== had?.access_key) ?? []
                  const keys = [...(user?.access_keys ?? []), ...(user?.inactive_keys ?? [])].filter(
                    (key) => !others.includes(key)
                  )
                  if (found.length === 0)
                    assert.deepStrictEqual(keys, [row.access_key], `${label}: it has our key, and no other of ours`)
                  else {
                    assert.isTrue(Exit.isFailure(exit), `${label}: what differs did not succeed`)
                    assert.deepStrictEqual(keys, [], `${label}: no key that nobody holds`)
                    const shown = driftDifferences(row, {
                      account: after.accounts.some((text) => text.startsWith(row.external_id))
                        ? { name: row.gateway_name }
                        : null,
                      user:
                        user === undefined
                          ? null
                          : { ...user, suspended: false, is_account_root: user.account_id !== null }
                    })
                    assert.deepStrictEqual(
                      [...found].sort(),
                      shown.map(({ kind }) => kind).sort(),
                      `${label}: and is shown as it is`
                    )
                  }
                }
                assert.lengthOf(yield* sql`select 1 from gateway_intents where outcome is null`, 0, label)
              }
            }
            assert.strictEqual(broken, calls.length * effects.length)
          })
        ),
      180_000
    )
  }
})
