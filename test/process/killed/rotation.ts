import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { adminTarget, GatewayAdapters } from "../../gateway/contract/adminGateway.ts"
import { createdAccount, ended, type KilledWork, registeredSandbox, until } from "./KilledWork.ts"

const steps = [
  [
    "before the new key reaches the gateway",
    (method: string, path: string) =>
      method === "PUT" && path.includes("uid=mint-unsent") && path.includes("generate-key=true")
  ],
  [
    "when the gateway has made the key and nobody heard of it",
    (method: string, path: string) =>
      method === "PUT" && path.includes("uid=mint-done") && path.includes("generate-key=true")
  ],
  [
    "before the old key is deleted",
    (method: string, path: string) => method === "DELETE" && path.includes("uid=retire-unsent")
  ],
  [
    "when the old key is deleted and nobody heard of it",
    (method: string, path: string) => method === "DELETE" && path.includes("uid=retire-done")
  ]
] as const

const names = ["mint-unsent", "mint-done", "retire-unsent", "retire-done"]

export const rotation: KilledWork = {
  kind: "rotations of keys",
  heldAt: "before and after a new key is made, before and after the old one is deleted",
  truth: "everybody has one key, which is the stored one and works",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { endpoint, gateway, proxy } = yield* registeredSandbox(installation)
    for (const name of names) {
      const user = yield* Effect.promise(() =>
        browser.post("/api/admin/s3-users", { storage_endpoint_id: endpoint, rgw_user_uid: name, name })
      )
      assert.strictEqual(user.status, 201, user.text)
    }
    const account = yield* createdAccount(installation, endpoint, "rotated")
    const root = account["rgw_user_uid"] as string
    const keys = sql<{ uid: string; access_key: string }>`
      select rgw_user_uid as uid, access_key from rgw_users where storage_endpoint_id = ${endpoint}
      union all select rgw_user_uid, access_key from rgw_accounts where storage_endpoint_id = ${endpoint} order by 1`
    const old = yield* keys
    proxy.set((method, path) => {
      if (method === "DELETE" && path.includes(`uid=${root}`)) return "hold the request"
      const at = steps.findIndex(([, is]) => is(method, path))
      return at < 0 ? "pass" : at % 2 === 0 ? "hold the request" : "hold the answer"
    })
    const begun = yield* Effect.promise(() =>
      browser.post("/api/admin/key-rotation", { endpoint_ids: [endpoint], key_types: ["s3_user"] })
    )
    assert.strictEqual(begun.status, 201, begun.text)
    const managers = yield* Effect.promise(() =>
      browser.post(`/api/manager/cluster/keys/rotation?context_id=${account["id"]}`, {})
    )
    assert.strictEqual(managers.status, 201, managers.text)
    const runs = [begun, managers].map(({ body }) => body["id"] as number)
    yield* until(() => [...names, root].every((name) => proxy.held.some((path) => path.includes(name))))
    return {
      afterKill: Effect.gen(function* () {
        const noted = yield* sql`select 1 from work_items where notes is not null and run_id in ${sql.in(runs)}`
        assert.lengthOf(noted, 5, "the name of each new key was written down before the gateway was asked")
        proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const items = yield* sql<{ label: string; state: string; attempts: number; problem: unknown }>`
          select label, state, attempts, problem from work_items where run_id in ${sql.in(runs)} order by ordinal`
        assert.deepStrictEqual(yield* ended(runs, /^completed/), ["completed", "completed"], JSON.stringify(items))
        const now = yield* keys
        for (const [index, { access_key, uid }] of now.entries()) {
          assert.notStrictEqual(access_key, old[index]!.access_key, uid)
          const { access_keys, inactive_keys } = yield* (yield* GatewayUsers).user(
            adminTarget(gateway.url, gateway.admin),
            uid
          )
          assert.deepStrictEqual(
            [...access_keys, ...inactive_keys],
            [access_key],
            `${uid}: no key of ours is left on the gateway that nobody knows`
          )
        }
        const told = yield* sql<{ said: string }>`
          select action || ' ' || status as said from audit_logs where action like 'rgw_user.key.%'
            or action like 'key_rotation.%' order by 1`
        assert.strictEqual(told.filter(({ said }) => said === "key_rotation.end success").length, 1)
      }).pipe(Effect.provide(GatewayAdapters))
    }
  })
}
