import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../support/TestDatabase.ts"
import { internalToken, servedEndpoint } from "./servedAccount.ts"

const document = JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: ["s3:GetObject"], Resource: "*" }] })

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a private access whose process is killed", (it) => {
  it.effect("is set up and cleaned up by the next one: no key that nobody knows, and nothing left", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, endpoint, first, proxy, start } = yield* servedEndpoint
    const session = yield* Effect.promise(() => browser.get("/api/auth/session"))
    const me = session.body["user"].id as number
    yield* sql`update storage_endpoints set features_config = jsonb_set(features_config, '{features,iam}', '{"enabled": true}') where id = ${endpoint}`
    const account = yield* Effect.promise(() => browser.post("/api/admin/accounts", {
      storage_endpoint_id: endpoint, name: "team", user_links: [{ user_id: me, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
    }))
    assert.strictEqual(account.status, 201, account.text)
    const at = (path: string) => `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${account.body["id"]}`
    const items = (path: string) => Effect.map(Effect.promise(() => browser.get(at(path))), ({ body, status, text }) => {
      assert.strictEqual(status, 200, text)
      return body["items"] as ReadonlyArray<any>
    })
    /** The process dies while its call number `call` of IAM, and its answer, are on the way. */
    const killedAt = Effect.fnUntraced(function*(call: number, how: "hold the request" | "hold the answer", asked: () => Promise<unknown>, process: typeof first) {
      let calls = 0
      proxy.set((method, path) => method === "POST" && path === "/" && ++calls === call ? how : "pass")
      const before = proxy.held.length
      const answered = asked().catch(() => undefined)
      while (proxy.held.length === before) yield* Effect.sleep("20 millis")
      yield* Effect.promise(() => process.stop("SIGKILL"))
      yield* Effect.promise(() => answered)
      proxy.set(() => "pass")
    })
    /** As the schedule does, until the rows are as wanted. */
    const triedUntil = (done: (rows: ReadonlyArray<{ readonly state: string; readonly tries: number; readonly problem: string | null }>) => boolean) => Effect.gen(function*() {
      for (;;) {
        yield* sql`update private_accesses set next_try_at = now() where next_try_at is not null`
        const run = yield* Effect.promise(() => browser.send("POST", "/api/internal/private-access/run", undefined, { "x-internal-token": internalToken }))
        assert.strictEqual(run.status, 200, run.text)
        const rows = yield* sql<{ state: string; tries: number; problem: string | null }>`select state, tries, problem from private_accesses`
        if (done(rows)) return
        yield* Effect.sleep("1 second")
      }
    })

    // GetUser, CreateUser, PutUserPolicy, CreateAccessKey: the key is made, and nobody hears of it
    yield* killedAt(4, "hold the answer", () => browser.post(at("/private-access"), { user_id: me, groups: [], managed_policies: [], inline_policies: [{ name: "own", document }] }), first)
    const second = yield* start
    yield* triedUntil(([row]) => row?.state === "active")
    const [made] = yield* items("/private-access")
    const { body: connection } = yield* Effect.promise(() => browser.get(`/api/connections/${made.connection_id}`))
    assert.deepStrictEqual((yield* items(`/iam/users/${made.iam_user_name}/keys`)).map((key) => [key.access_key, key.active]), [[connection["access_key"], true]], "one key, which is the stored one")
    assert.deepStrictEqual((yield* items(`/iam/users/${made.iam_user_name}/inline-policies`)).map(({ name }) => name), ["own"])
    const [connections] = yield* sql<{ n: number }>`select count(*)::int as n from s3_connections`
    assert.deepStrictEqual(connections, { n: 1 })

    // GetUser and its lists are five, then its key: the policy is not deleted any more
    yield* killedAt(8, "hold the request", () => browser.send("DELETE", at(`/private-access/${made.id}?confirm_name=${made.iam_user_name}`)), second)
    assert.deepStrictEqual(yield* sql`select state, connection_id from private_accesses`, [{ state: "cleanup_pending", connection_id: null }], "their connection is gone, the row is not")
    yield* start
    yield* triedUntil((rows) => rows.length === 0)
    assert.deepStrictEqual(yield* items("/iam/users"), [])
    const open = yield* sql`select 1 from gateway_intents where outcome is null`
    assert.lengthOf(open, 0, "each change is told")
  }), 300_000)
})
