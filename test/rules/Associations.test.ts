import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/platform/Settings.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { administrator } from "../services/support/storageFixture.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { callerOf, inBrowser } from "./people.ts"

const withToken = Effect.fnUntraced(function* () {
  const { publicOrigin } = yield* Settings
  const { opened } = yield* inBrowser("ui_superadmin", true)
  const { token } = yield* (yield* OwnedTokens).create(yield* callerOf(opened), {
    name: "automation",
    scopes: ["admin.read", "admin.write"]
  })
  return (method: string, path: string, body: object) =>
    Effect.promise(async () => {
      const response = await fetch(`${publicOrigin}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      const answer = (await response.json()) as { readonly code?: string; readonly id?: number }
      return { status: `${response.status} ${answer.code ?? ""}`.trim(), id: answer.id ?? 0 }
    })
})

const asked = (work: () => Promise<{ readonly status: number; readonly code: string }>) =>
  Effect.map(Effect.promise(work), ({ code, status }) => `${status} ${code}`.trim())

const world = Effect.gen(function* () {
  const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: `Gateway ${crypto.randomUUID()}`,
    url: gateway.url,
    provider: "cluster",
    admin_access_key: gateway.admin.accessKey,
    admin_secret_key: Redacted.make(gateway.admin.secretKey),
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  })
  const sql = yield* SqlClient.SqlClient
  const count = Effect.map(
    sql<{ n: number }>`select ((select count(*) from rgw_accounts) + (select count(*) from rgw_users))::int as n`,
    ([row]) => row?.n ?? -1
  )
  const intents = Effect.map(
    sql<{ n: number }>`select count(*)::int as n from gateway_intents`,
    ([row]) => row?.n ?? -1
  )
  return { endpoint, count, intents }
})

const roles = {
  manager_role: "account_administrator",
  portal_role: null,
  allow_manager_browser_data_access: false
} as const

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("associations (rule 6)", (it) => {
  it.effect("POST with user_links asks a session for fresh proof, and nothing is made without it", () =>
    Effect.gen(function* () {
      const { count, endpoint, intents } = yield* world
      const stale = yield* inBrowser("ui_admin", false)
      const fresh = yield* inBrowser("ui_admin", true)
      const user_links = [{ user_id: stale.record.user.id, manager_role: "account_administrator" }]
      const attempts = [
        ["/api/admin/accounts", { name: "acme", storage_endpoint_id: endpoint.id }],
        ["/api/admin/accounts/import", { storage_endpoint_id: endpoint.id, rgw_account_id: "RGW00000000000000001" }],
        ["/api/admin/s3-users", { rgw_user_uid: "plain", name: "Plain", storage_endpoint_id: endpoint.id }],
        ["/api/admin/s3-users/import", { storage_endpoint_id: endpoint.id, rgw_user_uid: "nobody" }]
      ] as const
      const before = [yield* count, yield* intents]
      for (const [path, body] of attempts) {
        assert.strictEqual(
          yield* asked(() => stale.browser.post(path, { ...body, user_links })),
          "403 step_up_required",
          path
        )
      }
      assert.deepStrictEqual([yield* count, yield* intents], before)
      assert.strictEqual(
        yield* asked(() =>
          stale.browser.post("/api/admin/accounts", { name: "acme", storage_endpoint_id: endpoint.id })
        ),
        "201"
      )
      assert.strictEqual(
        yield* asked(() =>
          stale.browser.post("/api/admin/s3-users", {
            rgw_user_uid: "empty",
            name: "Empty",
            storage_endpoint_id: endpoint.id,
            user_links: []
          })
        ),
        "201"
      )
      assert.strictEqual(
        yield* asked(() =>
          fresh.browser.post("/api/admin/s3-users", {
            rgw_user_uid: "linked",
            name: "Linked",
            storage_endpoint_id: endpoint.id,
            user_links
          })
        ),
        "201"
      )
    })
  )

  it.effect(
    "PUT asks once the links really change; an unchanged payload, in whatever order and spelling, and a new " +
      "name do not (rule 7)",
    () =>
      Effect.gen(function* () {
        const { endpoint } = yield* world
        const stale = yield* inBrowser("ui_admin", false)
        const fresh = yield* inBrowser("ui_admin", true)
        const [one, other] = [stale.record.user.id, fresh.record.user.id]
        for (const [path, body] of [
          ["/api/admin/accounts", { name: "acme", storage_endpoint_id: endpoint.id }],
          ["/api/admin/s3-users", { rgw_user_uid: "plain", name: "Plain", storage_endpoint_id: endpoint.id }]
        ] as const) {
          const made = yield* Effect.promise(() =>
            fresh.browser.post(path, {
              ...body,
              user_links: [
                { user_id: one, ...roles },
                { user_id: other, ...roles }
              ]
            })
          )
          assert.strictEqual(made.status, 201, made.text)
          const place = `${path}/${String(made.body["id"])}`
          const put = (browser: ConsoleBrowser, change: object) => asked(() => browser.send("PUT", place, change))
          assert.strictEqual(yield* put(stale.browser, { name: "Renamed" }), "200")
          const same = [
            { user_id: other, manager_role: "account_administrator" },
            { user_id: one, manager_role: "account_administrator", allow_manager_browser_data_access: false }
          ]
          assert.strictEqual(yield* put(stale.browser, { user_links: same }), "200")
          for (const changed of [
            [],
            same.slice(1),
            [{ ...same[0], allow_manager_browser_data_access: true }, same[1]],
            [{ ...same[0], portal_role: "portal_user" }, same[1]]
          ]) {
            assert.strictEqual(
              yield* put(stale.browser, { user_links: changed }),
              "403 step_up_required",
              JSON.stringify(changed)
            )
          }
          const kept = yield* Effect.promise(() => stale.browser.get(place))
          assert.lengthOf(kept.body["user_links"] as unknown as ReadonlyArray<unknown>, 2)
          assert.strictEqual(yield* put(fresh.browser, { user_links: [] }), "200")
          assert.strictEqual(yield* put(stale.browser, { user_links: [] }), "200")
        }
      })
  )

  it.effect("an API token is refused when links are sent, changed or not, and does everything else", () =>
    Effect.gen(function* () {
      const { count, endpoint } = yield* world
      const send = yield* withToken()
      const { record } = yield* inBrowser("ui_admin", true)
      const user_links = [{ user_id: record.user.id, ...roles }]
      for (const [path, body] of [
        ["/api/admin/accounts", { name: "acme", storage_endpoint_id: endpoint.id }],
        ["/api/admin/s3-users", { rgw_user_uid: "plain", name: "Plain", storage_endpoint_id: endpoint.id }]
      ] as const) {
        const before = yield* count
        for (const links of [user_links, []]) {
          assert.strictEqual(
            (yield* send("POST", path, { ...body, user_links: links })).status,
            "403 browser_session_required",
            path
          )
          assert.strictEqual(
            (yield* send("POST", `${path}/import`, {
              storage_endpoint_id: endpoint.id,
              ...(path.endsWith("accounts") ? { rgw_account_id: "RGW00000000000000001" } : { rgw_user_uid: "x" }),
              user_links: links
            })).status,
            "403 browser_session_required",
            `${path}/import`
          )
        }
        assert.strictEqual(yield* count, before)
        const made = yield* send("POST", path, body)
        assert.strictEqual(made.status, "201")
        for (const links of [user_links, []]) {
          assert.strictEqual(
            (yield* send("PUT", `${path}/${made.id}`, { user_links: links })).status,
            "403 browser_session_required"
          )
        }
        assert.strictEqual((yield* send("PUT", `${path}/${made.id}`, { name: "Renamed" })).status, "200")
      }
    })
  )

  it.effect("what was refused is in the audit trail, by whom and why", () =>
    Effect.gen(function* () {
      const { endpoint } = yield* world
      const sql = yield* SqlClient.SqlClient
      const { browser, record } = yield* inBrowser("ui_admin", false)
      yield* Effect.promise(() =>
        browser.post("/api/admin/accounts", {
          name: "acme",
          storage_endpoint_id: endpoint.id,
          user_links: [{ user_id: record.user.id, ...roles }]
        })
      )
      const rows = yield* sql<{ code: string; status: string }>`
      select metadata ->> 'code' as code, status from audit_logs where action = 'access.denied'
        and actor_user_id = ${record.user.id}`
      assert.deepStrictEqual(rows, [{ code: "step_up_required", status: "denied" }])
    })
  )

  it.effect(
    "the same e-mail in another case is an unchanged payload (rule 7): no step-up, no session ends, nothing is written",
    () =>
      Effect.gen(function* () {
        const stale = yield* inBrowser("ui_admin", false)
        const target = yield* inBrowser("ui_user", false)
        const { email, id } = target.record.user
        const answer = yield* Effect.promise(() =>
          stale.browser.send("PUT", `/api/admin/users/${id}`, { email: `  ${email.toUpperCase()} ` })
        )
        assert.deepStrictEqual([answer.status, answer.body["email"]], [200, email])
        assert.strictEqual(yield* asked(() => target.browser.get("/api/me/security")), "200")
        assert.strictEqual(
          yield* asked(() => stale.browser.send("PUT", `/api/admin/users/${id}`, { email: `other-${email}` })),
          "403 step_up_required"
        )
      })
  )
})
