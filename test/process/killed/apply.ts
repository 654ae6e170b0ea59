import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { freshSandbox, raw } from "../../layers/sandbox/support.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { type KilledWork, until } from "./KilledWork.ts"

export const apply: KilledWork = {
  kind: "an apply",
  heldAt: "when the gateway has made the third account",
  truth: "it has said what it was doing; what was half made goes again, and the next apply does the rest, once each",
  begin: Effect.fnUntraced(function* ({ browser }) {
    const sql = yield* SqlClient.SqlClient
    const gateway = yield* freshSandbox()
    const proxy = yield* gatewayProxy(gateway.url)
    const names = Array.from({ length: 6 }, (_, index) => `team-${index}`)
    const endpoint = {
      name: "applied",
      url: proxy.url,
      admin_access_key: gateway.admin.accessKey,
      admin_secret_key: { env: "KEY" },
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    }
    const document = {
      version: 1,
      storage_endpoints: [endpoint],
      groups: [{ name: "Team" }],
      accounts: names.map((name) => ({
        storage_endpoint: "applied",
        name,
        on_gateway: { limits: { max_buckets: 7 } },
        group_links: [{ group: "Team", portal_role: "portal_user" }]
      }))
    }
    const secrets = [{ reference: { env: "KEY" }, value: gateway.admin.secretKey }]
    const post = () => browser.post("/api/admin/apply", { document, secrets, on_error: "continue" })
    proxy.set((method, path) =>
      method === "POST" && path.includes("/admin/account") && path.includes("team-2") ? "hold the answer" : "pass"
    )
    const hung = post().catch(() => null)
    yield* until(() => proxy.held.some((path) => path.includes("team-2")))
    const accounts = Effect.map(
      raw(gateway, gateway.admin, { method: "GET", target: "/admin/metadata/account" }),
      ({ text }) => (JSON.parse(text) as ReadonlyArray<string>).length
    )
    const rows = sql`select name from rgw_accounts where name in ${sql.in(names)} order by 1`
    return {
      afterKill: Effect.gen(function* () {
        assert.isNull(yield* Effect.promise(() => hung))
        proxy.set(() => "pass")
        assert.strictEqual(yield* accounts, gateway.accounts.length + 3)
        assert.deepStrictEqual(yield* rows, [{ name: "team-0" }, { name: "team-1" }] as never)
        assert.deepStrictEqual(
          yield* sql`select action, status, metadata->>'changes' as changes from audit_logs
            where action like 'configuration.apply%' order by id`,
          [{ action: "configuration.apply.start", status: "success", changes: "20" }] as never,
          "that it had begun, and no end"
        )
      }),
      check: Effect.gen(function* () {
        const began = Date.now()
        let report = yield* Effect.promise(post)
        while (report.status !== 200 || report.body["counts"].failed + report.body["counts"].skipped > 0) {
          assert.isBelow(Date.now() - began, 90_000, report.text)
          yield* Effect.sleep("1 second")
          report = yield* Effect.promise(post)
        }
        const again = yield* Effect.promise(post)
        assert.deepInclude(again.body["counts"], { create: 0, import: 0, update: 0, blocked: 0 }, again.text)
        assert.deepStrictEqual(yield* rows, names.map((name) => ({ name })) as never)
        const open = yield* sql<{
          about: string
        }>`select (entry->>'action') || ' ' || about::text as about from gateway_intents where outcome is null`
        assert.deepStrictEqual(open, [], "each change of the gateway is told")
        assert.strictEqual(
          yield* accounts,
          gateway.accounts.length + names.length,
          "none is left on the gateway that nobody knows"
        )
        const ended = yield* sql<{
          n: number
        }>`select count(*)::int as n from audit_logs where action = 'configuration.apply' and status = 'success'`
        assert.deepStrictEqual(
          ended.map(({ n }) => n),
          [1]
        )
      })
    }
  })
}
