import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { GatewayUsers } from "#services/endpoints/GatewayUsers.ts"
import { adminTarget, GatewayAdapters } from "../gateway/contract/adminGateway.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { servedEndpoint } from "./servedAccount.ts"

/** The step at which the process dies, and what of the gateway is stalled there. `uid`: whose request it is. */
const steps = [
  ["before the new key reaches the gateway", (method: string, path: string) => method === "PUT" && path.includes("uid=mint-unsent") && path.includes("generate-key=true")],
  ["when the gateway has made the key and nobody heard of it", (method: string, path: string) => method === "PUT" && path.includes("uid=mint-done") && path.includes("generate-key=true")],
  ["before the old key is deleted", (method: string, path: string) => method === "DELETE" && path.includes("uid=retire-unsent")],
  ["when the old key is deleted and nobody heard of it", (method: string, path: string) => method === "DELETE" && path.includes("uid=retire-done")]
] as const

const names = ["mint-unsent", "mint-done", "retire-unsent", "retire-done"]

layer(Layer.merge(TestDatabase.layer, GatewayAdapters), { excludeTestServices: true, timeout: "120 seconds" })("a rotation whose process is killed", (it) => {
  it.effect("goes on in the next one: everybody has one key, which is the stored one and works", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, endpoint, first, gateway, proxy, start } = yield* servedEndpoint
    for (const name of names) {
      const user = yield* Effect.promise(() => browser.post("/api/admin/s3-users", { storage_endpoint_id: endpoint, rgw_user_uid: name, name }))
      assert.strictEqual(user.status, 201, user.text)
    }
    const session = yield* Effect.promise(() => browser.get("/api/auth/session"))
    const account = yield* Effect.promise(() => browser.post("/api/admin/accounts", {
      storage_endpoint_id: endpoint, name: "team", user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
    }))
    assert.strictEqual(account.status, 201, account.text)
    const root = account.body["rgw_user_uid"] as string
    const old = yield* sql<{ uid: string; access_key: string }>`
      select rgw_user_uid as uid, access_key from rgw_users union all select rgw_user_uid, access_key from rgw_accounts order by 1`
    proxy.set((method, path) => {
      if (method === "DELETE" && path.includes(`uid=${root}`)) return "hold the request"
      const at = steps.findIndex(([, is]) => is(method, path))
      return at < 0 ? "pass" : at % 2 === 0 ? "hold the request" : "hold the answer"
    })
    const begun = yield* Effect.promise(() => browser.post("/api/admin/key-rotation", { endpoint_ids: [endpoint], key_types: ["s3_user"] }))
    assert.strictEqual(begun.status, 201, begun.text)
    const managers = yield* Effect.promise(() => browser.post(`/api/manager/cluster/keys/rotation?context_id=${account.body["id"]}`, {}))
    assert.strictEqual(managers.status, 201, managers.text)
    while (![...names, root].every((name) => proxy.held.some((path) => path.includes(name)))) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    const noted = yield* sql`select 1 from work_items where notes is not null`
    assert.lengthOf(noted, 5, "the name of each new key was written down before the gateway was asked")
    proxy.set(() => "pass")

    yield* start
    const began = Date.now()
    const state = sql<{ state: string }>`select state from work_runs where id in (${begun.body["id"] as number}, ${managers.body["id"] as number}) order by state desc`
    const [ended] = yield* Effect.repeat(Effect.delay(state, "300 millis"), { while: ([row]) => !/^completed/.test(row?.state ?? "") && Date.now() - began < 150_000 })
    const items = yield* sql<{ label: string; state: string; attempts: number; problem: unknown }>`select label, state, attempts, problem from work_items order by ordinal`
    assert.strictEqual(ended?.state, "completed", JSON.stringify(items))
    const now = yield* sql<{ uid: string; access_key: string }>`
      select rgw_user_uid as uid, access_key from rgw_users union all select rgw_user_uid, access_key from rgw_accounts order by 1`
    for (const [index, { access_key, uid }] of now.entries()) {
      assert.notStrictEqual(access_key, old[index]!.access_key, uid)
      const { access_keys, inactive_keys } = yield* (yield* GatewayUsers).user(adminTarget(gateway.url, gateway.admin), uid)
      assert.deepStrictEqual([...access_keys, ...inactive_keys], [access_key], `${uid}: no key of ours is left on the gateway that nobody knows`)
    }
    const told = yield* sql<{ said: string }>`
      select action || ' ' || status as said from audit_logs where action like 'rgw_user.key.%' or action like 'key_rotation.%' order by 1`
    assert.strictEqual(told.filter(({ said }) => said === "key_rotation.end success").length, 1)
    assert.lengthOf(yield* sql`select 1 from gateway_intents where outcome is null`, 0, "each change is told")
  }), 260_000)
})
