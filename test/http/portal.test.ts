import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { PortalRole } from "#domain/identity/Links.ts"
import { inBrowser } from "../rules/people.ts"
import { refusedBy } from "../rules/refusedBy.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { contractEndpoints } from "../support/contractEndpoints.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { WholeService } from "../support/WholeService.ts"

const get = (browser: ConsoleBrowser, path: string) => Effect.promise(() => browser.get(path))

const member = Effect.fnUntraced(function* (accountId: number, role: PortalRole | null) {
  const sql = yield* SqlClient.SqlClient
  const { browser, record } = yield* inBrowser("ui_user", false)
  if (role !== null)
    yield* sql`insert into user_associations (user_id, rgw_account_id, portal_role)
      values (${record.user.id}, ${accountId}, ${role})`
  return browser
})

const scene = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { place } = yield* sandboxPlace
  const { contextId, endpoint } = yield* managedAccount(place)
  yield* sql`update storage_endpoints
    set features_config = jsonb_set(features_config, '{features,iam}', '{"enabled": true}') where id = ${endpoint.id}`
  const { browser: admin } = yield* inBrowser("ui_superadmin", true)
  const id = Number(contextId)
  const put = (path: string, body: unknown) => Effect.promise(() => admin.send("PUT", `/api/admin${path}`, body))
  yield* put("/settings", { portal: { enabled: true } })
  return { id, admin, put, user: yield* member(id, "portal_user"), manager: yield* member(id, "portal_manager") }
})

const forUsers = [
  "DELETE /api/portal/access-keys/:key_id",
  "GET /api/portal/access-keys",
  "GET /api/portal/access-logs/page",
  "GET /api/portal/access-logs/raw",
  "GET /api/portal/access-logs/spaces",
  "GET /api/portal/accounts",
  "GET /api/portal/requests",
  "GET /api/portal/spaces",
  "GET /api/portal/spaces/:space_id",
  "GET /api/portal/spaces/:space_id/access-logs",
  "GET /api/portal/spaces/:space_id/growth",
  "GET /api/portal/state",
  "GET /api/portal/status",
  "GET /api/portal/usage",
  "PATCH /api/portal/access-keys/:key_id",
  "POST /api/portal/access-keys",
  "POST /api/portal/requests",
  "POST /api/portal/requests/:request_id/withdraw",
  "POST /api/portal/spaces/:space_id/access-logs/refresh"
]

const state = (id: number) => `/api/portal/state?account_id=${id}`

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("the Portal", (it) => {
  it.effect("2026-08 GET /portal/state has role, permissions and features only, by role", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { id, manager, user } = yield* scene
        const features = {
          access_keys: true,
          storage_spaces: true,
          usage: true,
          access_logs: false,
          requests: true,
          private_spaces: false
        }
        const used = ["spaces.use", "access_keys.manage", "requests.create"]
        assert.deepStrictEqual((yield* get(user, state(id))).body, {
          role: "portal_user",
          permissions: used,
          features
        })
        assert.deepStrictEqual((yield* get(manager, state(id))).body, {
          role: "portal_manager",
          permissions: [...used, "spaces.create", "members.manage", "requests.decide"],
          features
        })
        const { body } = yield* get(user, "/api/portal/accounts")
        assert.deepStrictEqual(
          body["items"].map((one: any) => [one.id, one.role]),
          [[id, "portal_user"]]
        )
      })
    )
  )

  it.effect("without a role or while it is off, the state is 403 workspace_unavailable", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { id, put, user } = yield* scene
        const stranger = yield* member(id, null)
        const refused = { status: 403, code: "workspace_unavailable" }
        assert.deepInclude((yield* get(stranger, state(id))).body, refused)
        assert.deepInclude((yield* get(user, state(id + 1000))).body, refused)
        assert.deepStrictEqual((yield* get(stranger, "/api/portal/accounts")).body, { items: [] })
        yield* put(`/accounts/${id}/portal-settings`, { override: { enabled: false } })
        assert.deepInclude((yield* get(user, state(id))).body, refused)
        assert.deepStrictEqual((yield* get(user, "/api/portal/accounts")).body, { items: [] })
        yield* put("/settings", { portal: { enabled: false } })
        yield* put(`/accounts/${id}/portal-settings`, { override: null })
        assert.deepInclude((yield* get(user, state(id))).body, refused)
        yield* put(`/accounts/${id}/portal-settings`, { override: { enabled: true } })
        assert.strictEqual((yield* get(user, state(id))).status, 200)
      })
    )
  )

  it.effect("0088: an override is an object or null, and each effective value has its source", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { admin, id, put, user } = yield* scene
        const path = `/accounts/${id}/portal-settings`
        const before = yield* get(admin, `/api/admin${path}`)
        assert.strictEqual(before.body["override"], null)
        assert.deepStrictEqual(before.body["effective"].enabled, { value: true, source: "installation" })
        const after = yield* put(path, {
          version: before.body["version"],
          override: { allow_private_storage_space_create: true }
        })
        assert.deepStrictEqual(after.body["override"], { allow_private_storage_space_create: true })
        assert.deepStrictEqual(after.body["effective"].allow_private_storage_space_create, {
          value: true,
          source: "account"
        })
        assert.strictEqual(after.body["version"], before.body["version"] + 1)
        assert.include((yield* get(user, state(id))).body["permissions"], "private_spaces.create")
        const stale = yield* put(path, { version: before.body["version"], override: null })
        assert.deepInclude(stale.body, { status: 409, code: "stale_plan" })
        for (const override of [{ allow_portal_key: true }, { bucket_access_policy: {} }, [], "off", { enabled: null }])
          assert.deepInclude((yield* put(path, { override })).body, { status: 422, code: "validation_failed" })
        assert.strictEqual((yield* put(path, {})).status, 422)
        assert.strictEqual((yield* put("/accounts/999999/portal-settings", { override: null })).status, 404)
        const sql = yield* SqlClient.SqlClient
        for (const override of ["[]", "7", '{"enabled": "yes"}', '{"allow_portal_key": true}'])
          assert.isTrue(
            yield* refusedBy(sql`update rgw_accounts set portal_settings = ${override}::text::jsonb where id = ${id}`),
            override
          )
      })
    )
  )

  it.effect("0066: a user is refused what managers do, and sees no space but those of which they are a member", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, put, user } = yield* scene
        const { user: me } = (yield* get(user, "/api/auth/session")).body as any
        const [own, other] = yield* sql<{ id: number }>`
          insert into portal_spaces (rgw_account_id, name, bucket, created_at)
          values (${id}, 'Mine', 'mine-bucket', now()), (${id}, 'Other', 'other-bucket', now()) returning id`
        yield* sql`insert into portal_members (space_id, user_id, member_right, added_at)
          values (${own!.id}, ${me.id}, 'write', now())`
        const [request] = yield* sql<{ id: number }>`
          insert into portal_requests (rgw_account_id, user_id, type, payload, created_at)
          values (${id}, ${me.id}, 'access', '{}', now()) returning id`
        const member = `members/${me.id}`
        const changes: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
          ["POST", "spaces", { name: "New", bucket_name: "new-bucket" }],
          ["PATCH", `spaces/${own!.id}`, { name: "Renamed" }],
          ["DELETE", `spaces/${own!.id}`],
          ["GET", `spaces/${own!.id}/members`],
          ["GET", `spaces/${own!.id}/people`],
          ["PUT", `spaces/${own!.id}/${member}`, { right: "manage" }],
          ["DELETE", `spaces/${own!.id}/${member}`],
          ["PUT", `spaces/${own!.id}/access-logs`, { enabled: true }],
          ["POST", `requests/${request!.id}/approve`, { result: { storage_space_id: own!.id, right: "manage" } }],
          ["POST", `requests/${request!.id}/reject`, { reason: "no" }]
        ]
        const refused = changes.map(
          ([method, path]) =>
            `${method} /api/portal/${path
              .replace(/^spaces\/\d+/u, "spaces/:space_id")
              .replace(/^requests\/\d+/u, "requests/:request_id")
              .replace(/members\/\d+/u, "members/:user_id")}`
        )
        assert.sameMembers(
          contractEndpoints(/^\/api\/portal\//u).map(({ name }) => name),
          [...refused, ...forUsers],
          "each route of the Portal is for users, or refused to them here"
        )
        yield* put("/settings", { portal: { enabled: true, access_logs_enabled: true } })
        for (const [method, path, body] of changes) {
          const send = (to: string) =>
            Effect.promise(() => user.send(method, `/api/portal/${to}?account_id=${id}`, body))
          assert.deepInclude((yield* send(path)).body, { status: 403, code: "forbidden" }, `${method} ${path}`)
          if (path.startsWith("spaces/")) {
            const foreign = path.replace(`spaces/${own!.id}`, `spaces/${other!.id}`)
            assert.strictEqual((yield* send(foreign)).status, 404, `${method} ${foreign}`)
          }
        }
      })
    )
  )

  it.effect("the growth of a space is unknown until there are enough measured days, and only for its members", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, user } = yield* scene
        const { user: me } = (yield* get(user, "/api/auth/session")).body as any
        const [own, other] = yield* sql<{ id: number }>`
          insert into portal_spaces (rgw_account_id, name, bucket, created_at)
          values (${id}, 'Grows', 'grows-bucket', now()), (${id}, 'Hidden', 'hidden-bucket', now()) returning id`
        yield* sql`insert into portal_members (space_id, user_id, member_right, added_at)
          values (${own!.id}, ${me.id}, 'read', now())`
        const growth = (space: number) => get(user, `/api/portal/spaces/${space}/growth?account_id=${id}`)
        const before = (yield* growth(own!.id)).body
        assert.deepInclude(before["space"], { bytes_per_day: null, unknown_reason: "too_few_days" })
        assert.deepInclude(before["account"], { time_until_full: null, unknown_reason: "too_few_days" })
        yield* sql`
          insert into usage_bucket_daily (listing_key, day, tenant, name, object_count, used_bytes)
          select 'endpoint:' || a.storage_endpoint_id || '/owner:' || a.rgw_account_id,
            (now() at time zone 'UTC')::date - n, '', 'grows-bucket', 10, 1000 - n * 10
          from rgw_accounts a, generate_series(0, 9) n where a.id = ${id}`
        const after = (yield* growth(own!.id)).body
        assert.strictEqual(after["space"].bytes_per_day.likely, 10)
        assert.strictEqual(after["space"].unknown_reason, "quota_unknown")
        assert.strictEqual((yield* growth(other!.id)).status, 404)
      })
    )
  )

  it.effect("0081: payload and result of a request are objects, and its state is one of five", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, user } = yield* scene
        const { user: me } = (yield* get(user, "/api/auth/session")).body as any
        const insert = (payload: string, state: string, result: string | null) => sql`
          insert into portal_requests (rgw_account_id, user_id, type, payload, state, result, decided_at, created_at)
          values (${id}, ${me.id}, 'access', ${payload}::text::jsonb, ${state}, ${result}::text::jsonb,
            ${state === "pending" ? null : new Date()}, now())`
        for (const [payload, state, result] of [
          ["[]", "pending", null],
          ['"text"', "pending", null],
          ["{}", "approved", "[]"],
          ["{}", "approved", null],
          ["{}", "open", null]
        ] as const)
          assert.isTrue(yield* refusedBy(insert(payload, state, result)), `${payload} ${state} ${result}`)
        assert.isFalse(yield* refusedBy(insert("{}", "approved", "{}")), "the rows above are refused for their values")
      })
    )
  )

  it.effect("removed routes are 404", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { id, manager } = yield* scene
        for (const path of ["access-logs", "transfers", "transfers/server-access-logs", "eligibility"])
          assert.deepInclude((yield* get(manager, `/api/portal/${path}?account_id=${id}`)).body, {
            status: 404,
            code: "not_found"
          })
      })
    )
  )
})
