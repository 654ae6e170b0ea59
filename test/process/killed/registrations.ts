import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { raw } from "../../layers/sandbox/support.ts"
import { type KilledWork, registeredSandbox, until } from "./KilledWork.ts"

export const registrations: KilledWork = {
  kind: "registrations of accounts and users",
  heldAt: "between account and root user, between gateway and row, and after a key was made",
  truth: "nothing is left on the gateway",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { endpoint, gateway, proxy } = yield* registeredSandbox(installation)
    const onGateway = (target: string) =>
      Effect.map(raw(gateway, gateway.admin, { method: "GET", target: `/admin/${target}` }), ({ text }) =>
        JSON.parse(text)
      )
    const own = yield* Effect.promise(() =>
      browser.post("/api/admin/s3-users", { storage_endpoint_id: endpoint, rgw_user_uid: "stranger", name: "Stranger" })
    )
    yield* Effect.promise(() =>
      browser.send("DELETE", `/api/admin/s3-users/${String(own.body["id"])}?confirm_name=Stranger`)
    )
    const everything = Effect.gen(function* () {
      const [accounts, users] = [yield* onGateway("metadata/account"), yield* onGateway("metadata/user")]
      return {
        accounts: accounts.toSorted(),
        users: users.toSorted(),
        keys: (yield* onGateway("user?uid=stranger")).keys.length
      }
    })
    const before = yield* everything

    proxy.set((method, path) =>
      method === "GET" || (path.startsWith("/admin/account") && !path.includes("half-account"))
        ? "pass"
        : "hold the answer"
    )
    for (const send of [
      () => browser.post("/api/admin/accounts", { storage_endpoint_id: endpoint, name: "half-account" }),
      () => browser.post("/api/admin/accounts", { storage_endpoint_id: endpoint, name: "whole-account" }),
      () => browser.post("/api/admin/s3-users/import", { storage_endpoint_id: endpoint, rgw_user_uid: "stranger" })
    ])
      void send().catch(() => null)
    const held = (...parts: ReadonlyArray<string>) =>
      proxy.held.some((path) => parts.every((part) => path.includes(part)))
    yield* until(
      () =>
        held("/admin/account", "half-account") &&
        held("/admin/user", "account-root") &&
        held("/admin/user", "key", "stranger")
    )
    return {
      afterKill: Effect.gen(function* () {
        assert.notDeepEqual(yield* everything, before, "each was made, by half or whole")
        proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const rows = yield* sql<{ said: string }>`
          select action || ' ' || status as said from audit_logs where metadata ? 'reconciled'
            and coalesce(entity_label, entity_id) in ('half-account', 'whole-account', 'stranger', 'Stranger')
            order by 1`
        assert.deepStrictEqual(
          rows.map(({ said }) => said),
          ["rgw_account.create failure", "rgw_account.create failure", "rgw_user.import failure"]
        )
        assert.deepStrictEqual(
          yield* everything,
          before,
          "what was made is taken back, a key that was there before stays"
        )
        assert.lengthOf(yield* sql`select 1 from rgw_users where storage_endpoint_id = ${endpoint}`, 0)
      })
    }
  })
}
