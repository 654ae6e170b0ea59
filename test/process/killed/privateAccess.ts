import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createdAccount, internalToken, type KilledWork, registeredSandbox, until } from "./KilledWork.ts"

const document = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: ["s3:GetObject"], Resource: "*" }]
})

export const privateAccess: KilledWork = {
  kind: "a private access",
  heldAt: "after its key is made, and, in the next process, before its policy is deleted",
  truth: "there is no key that nobody knows, and in the end nothing is left",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser, userId } = installation
    const { endpoint, proxy } = yield* registeredSandbox(installation)
    yield* sql`update storage_endpoints set features_config = jsonb_set(features_config, '{features,iam}',
      '{"enabled": true}') where id = ${endpoint}`
    const account = yield* createdAccount(installation, endpoint, "private")
    const at = (path: string) => `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${account["id"]}`
    const items = (path: string) =>
      Effect.map(
        Effect.promise(() => browser.get(at(path))),
        ({ body, status, text }) => {
          assert.strictEqual(status, 200, text)
          return body["items"] as ReadonlyArray<any>
        }
      )
    const heldAt = Effect.fnUntraced(function* (
      call: number,
      how: "hold the request" | "hold the answer",
      asked: () => Promise<unknown>
    ) {
      let calls = 0
      proxy.set((method, path) => (method === "POST" && path === "/" && ++calls === call ? how : "pass"))
      const before = proxy.held.length
      void asked().catch(() => undefined)
      yield* until(() => proxy.held.length > before)
    })
    const triedUntil = (
      done: (
        rows: ReadonlyArray<{ readonly state: string; readonly tries: number; readonly problem: string | null }>
      ) => boolean
    ) =>
      Effect.gen(function* () {
        for (;;) {
          yield* sql`update private_accesses set next_try_at = now() where next_try_at is not null`
          const run = yield* Effect.promise(() =>
            browser.send("POST", "/api/internal/private-access/run", undefined, { "x-internal-token": internalToken })
          )
          assert.strictEqual(run.status, 200, run.text)
          const rows = yield* sql<{
            state: string
            tries: number
            problem: string | null
          }>`select state, tries, problem from private_accesses where rgw_account_id = ${account["id"]}`
          if (done(rows)) return
          yield* Effect.sleep("500 millis")
        }
      })

    // GetUser, CreateUser, PutUserPolicy, CreateAccessKey: the key exists, and the answer is lost
    yield* heldAt(4, "hold the answer", () =>
      browser.post(at("/private-access"), {
        user_id: userId,
        groups: [],
        managed_policies: [],
        inline_policies: [{ name: "own", document }]
      })
    )
    return {
      afterKill: Effect.sync(() => proxy.set(() => "pass")),
      check: Effect.gen(function* () {
        yield* triedUntil(([row]) => row?.state === "active")
        const [made] = yield* items("/private-access")
        const { body: connection } = yield* Effect.promise(() => browser.get(`/api/connections/${made.connection_id}`))
        assert.deepStrictEqual(
          (yield* items(`/iam/users/${made.iam_user_name}/keys`)).map((key) => [key.access_key, key.active]),
          [[connection["access_key"], true]],
          "one key, which is the stored one"
        )
        assert.deepStrictEqual(
          (yield* items(`/iam/users/${made.iam_user_name}/inline-policies`)).map(({ name }) => name),
          ["own"]
        )
        const [connections] = yield* sql<{ n: number }>`
          select count(*)::int as n from s3_connections where storage_endpoint_id = ${endpoint}`
        assert.deepStrictEqual(connections, { n: 1 })

        // GetUser and its lists are five, then its key: the policy is not deleted yet
        yield* heldAt(8, "hold the request", () =>
          browser.send("DELETE", at(`/private-access/${made.id}?confirm_name=${made.iam_user_name}`))
        )
        yield* installation.kill
        proxy.set(() => "pass")
        assert.deepStrictEqual(
          yield* sql`
            select state, connection_id from private_accesses where rgw_account_id = ${account["id"]}`,
          [{ state: "cleanup_pending", connection_id: null }],
          "their connection is gone, the row is not"
        )
        yield* installation.start
        yield* triedUntil((rows) => rows.length === 0)
        assert.deepStrictEqual(yield* items("/iam/users"), [])
        const open = yield* sql`select 1 from gateway_intents where outcome is null`
        assert.lengthOf(open, 0, "each change is told")
      })
    }
  })
}
