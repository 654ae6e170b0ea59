import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { raw } from "../layers/sandbox/support.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { servedAdministrator } from "./servedAccount.ts"

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("an apply whose process is killed", (it) => {
  it.effect("has said what it was doing; what was half made goes again, and the next apply does the rest, once each", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, first, gateway, proxy, start } = yield* servedAdministrator
    const names = Array.from({ length: 6 }, (_, index) => `team-${index}`)
    const endpoint = {
      name: "gateway", url: proxy.url, admin_access_key: gateway.admin.accessKey, admin_secret_key: { env: "KEY" },
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    }
    const document = {
      version: 1, storage_endpoints: [endpoint], groups: [{ name: "Team" }],
      accounts: names.map((name) => ({ storage_endpoint: "gateway", name, on_gateway: { limits: { max_buckets: 7 } }, group_links: [{ group: "Team", portal_role: "portal_user" }] }))
    }
    const secrets = [{ reference: { env: "KEY" }, value: gateway.admin.secretKey }]
    const apply = () => Effect.promise(() => browser.post("/api/admin/apply", { document, secrets, on_error: "continue" }))
    // the gateway makes the third account, and nobody hears of it
    proxy.set((method, path) => method === "POST" && path.includes("/admin/account") && path.includes("team-2") ? "hold the answer" : "pass")
    const hung = browser.post("/api/admin/apply", { document, secrets, on_error: "continue" }).catch(() => null)
    while (!proxy.held.some((path) => path.includes("team-2"))) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    assert.isNull(yield* Effect.promise(() => hung))
    proxy.set(() => "pass")
    const accounts = Effect.map(raw(gateway, gateway.admin, { method: "GET", target: "/admin/metadata/account" }), ({ text }) => (JSON.parse(text) as ReadonlyArray<string>).length)
    assert.strictEqual(yield* accounts, gateway.accounts.length + 3)
    assert.deepStrictEqual(yield* sql`select name from rgw_accounts order by 1`, [{ name: "team-0" }, { name: "team-1" }] as never)
    assert.deepStrictEqual(yield* sql`select action, status, metadata->>'changes' as changes from audit_logs where action like 'configuration.apply%' order by id`, [
      { action: "configuration.apply.start", status: "success", changes: "20" }
    ] as never, "that it had begun, and no end")

    yield* start
    // at once, while the half-made one may still be there: whatever cannot be done yet says so, and nothing is made twice
    const began = Date.now()
    let report = yield* apply()
    while (report.status !== 200 || report.body["counts"].failed + report.body["counts"].skipped > 0) {
      assert.isBelow(Date.now() - began, 90_000, report.text)
      yield* Effect.sleep("1 second")
      report = yield* apply()
    }
    const again = yield* apply()
    assert.deepInclude(again.body["counts"], { create: 0, import: 0, update: 0, blocked: 0 }, again.text)
    assert.deepStrictEqual(yield* sql`select name from rgw_accounts order by 1`, names.map((name) => ({ name })) as never)
    const open = sql<{ about: string }>`select (entry->>'action') || ' ' || about::text as about from gateway_intents where outcome is null`
    const left = yield* Effect.repeat(Effect.delay(open, "500 millis"), { while: (rows) => rows.length > 0 && Date.now() - began < 150_000 })
    assert.deepStrictEqual(left, [], "each change of the gateway is told")
    assert.strictEqual(yield* accounts, gateway.accounts.length + names.length, "none is left on the gateway that nobody knows")
    const ended = yield* sql<{ n: number }>`select count(*)::int as n from audit_logs where action = 'configuration.apply' and status = 'success'`
    assert.deepStrictEqual(ended.map(({ n }) => n), [1])
  }), 240_000)
})
