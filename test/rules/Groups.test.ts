import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { administrator } from "../services/support/storageFixture.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser } from "./people.ts"

type Json = Readonly<Record<string, any>>

const ask = (browser: ConsoleBrowser, method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  Effect.map(
    Effect.promise(() =>
      method === "GET"
        ? browser.get(path)
        : method === "POST"
          ? browser.post(path, body ?? {})
          : browser.send(method, path, body)
    ),
    ({ body: row, code, status, text }) => ({ said: `${status} ${code}`.trim(), row: row as Json, text })
  )

const world = Effect.gen(function* () {
  const admin = yield* inBrowser("ui_superadmin", true)
  const person = yield* inBrowser("ui_user", false)
  const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: `Gateway ${crypto.randomUUID()}`,
    url: gateway.url,
    provider: "cluster",
    admin_access_key: gateway.admin.accessKey,
    admin_secret_key: Redacted.make(gateway.admin.secretKey),
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  })
  const made = (path: string, body: object) =>
    Effect.map(ask(admin.browser, "POST", path, body), ({ row, said, text }) => {
      assert.strictEqual(said, "201", text)
      return row
    })
  const one: number = (yield* made("/api/admin/accounts", { name: "Analytics", storage_endpoint_id: endpoint.id }))[
    "id"
  ]
  const two: number = (yield* made("/api/admin/accounts", { name: "Backups", storage_endpoint_id: endpoint.id }))["id"]
  const uid = `u${crypto.randomUUID().slice(0, 8)}`
  const s3: number = (yield* made("/api/admin/s3-users", {
    name: "Plain",
    rgw_user_uid: uid,
    storage_endpoint_id: endpoint.id
  }))["id"]
  const contexts = (workspace: string) =>
    Effect.map(
      Effect.promise(() => person.browser.get(`/api/me/execution-contexts?workspace=${workspace}`)),
      ({ body }) => (body as unknown as ReadonlyArray<Json>).map((context) => context["id"] as string)
    )
  return {
    admin: admin.browser,
    person: person.browser,
    id: person.record.user.id,
    one,
    two,
    s3,
    made,
    contexts,
    group: (body: object = {}) => made("/api/admin/groups", { name: `Team ${crypto.randomUUID()}`, ...body })
  }
})

const manager = { manager_role: "account_administrator", allow_manager_browser_data_access: true } as const

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("groups of console users", (it) => {
  it.effect(
    "give their members what they are linked with, in both workspaces, and take it with them when they go",
    () =>
      Effect.gen(function* () {
        const { admin, contexts, group, id, one, s3, two } = yield* world
        assert.deepStrictEqual(yield* contexts("manager"), [])
        const team = yield* group({
          user_details: [{ user_id: id }],
          account_links: [
            { account_id: one, ...manager },
            { account_id: two, portal_role: "portal_user" }
          ],
          s3_user_links: [{ s3_user_id: s3 }]
        })
        assert.deepStrictEqual(yield* contexts("manager"), [String(one), `s3u-${s3}`])
        assert.deepStrictEqual(yield* contexts("browser"), [String(one)])
        yield* ask(admin, "PUT", `/api/admin/users/${id}`, {
          account_links: [{ account_id: one, manager_role: "account_administrator" }],
          s3_user_links: [{ s3_user_id: s3, allow_manager_browser_data_access: true }]
        })
        assert.deepStrictEqual(yield* contexts("manager"), [String(one), `s3u-${s3}`])
        assert.deepStrictEqual(yield* contexts("browser"), [String(one), `s3u-${s3}`])
        const name = encodeURIComponent(team["name"])
        assert.strictEqual(
          (yield* ask(admin, "DELETE", `/api/admin/groups/${team["id"]}?confirm_name=somebody`)).said,
          "409 stale_plan"
        )
        const gone = yield* ask(admin, "DELETE", `/api/admin/groups/${team["id"]}?confirm_name=${name}`)
        assert.deepStrictEqual([gone.said, gone.row], ["200", { id: team["id"], name: team["name"] }])
        assert.deepStrictEqual(yield* contexts("browser"), [`s3u-${s3}`])
        assert.deepStrictEqual((yield* ask(admin, "GET", `/api/admin/users/${id}`)).row["group_details"], [])
      })
  )

  it.effect("effective_access says of each right where it comes from, and the links are said once", () =>
    Effect.gen(function* () {
      const { admin, group, id, one, s3 } = yield* world
      const team = yield* group({
        user_details: [{ user_id: id }],
        account_links: [{ account_id: one, ...manager }],
        s3_user_links: [{ s3_user_id: s3 }],
        privileges: { storage_ops: true },
        manager_tools: { usage_stats: true }
      })
      const { row, said } = yield* ask(admin, "PUT", `/api/admin/users/${id}`, {
        account_links: [{ account_id: one, portal_role: "portal_manager" }],
        manager_tools: { usage_stats: false, bucket_compare: false },
        privileges: { cluster_admin: true }
      })
      assert.strictEqual(said, "200")
      const byTeam = { via: "group", group_id: team["id"], name: team["name"] }
      const direct = { via: "direct" }
      const access = row["effective_access"]
      assert.deepStrictEqual(access.accounts, [
        {
          account_id: one,
          name: "Analytics",
          manager_role: { role: "account_administrator", from: [byTeam] },
          portal_role: { role: "portal_manager", from: [direct] },
          allow_manager_browser_data_access: { granted: true, from: [byTeam] }
        }
      ])
      assert.deepStrictEqual(
        access.s3_users.map((user: Json) => [user["s3_user_id"], user["manager_role"].from]),
        [[s3, [byTeam]]]
      )
      assert.deepStrictEqual(access.privileges, {
        cluster_admin: { granted: true, from: [direct] },
        storage_ops: { granted: true, from: [byTeam] }
      })
      assert.deepStrictEqual(
        [access.manager_tools.usage_stats, access.manager_tools.bucket_compare, access.manager_tools.feature_rules],
        [
          { granted: true, from: [byTeam] },
          { granted: false, from: [] },
          { granted: true, from: [direct] }
        ]
      )
      assert.deepStrictEqual(
        row["account_links"].map((link: Json) => link["portal_role"]),
        ["portal_manager"]
      )
      assert.deepStrictEqual(
        [row["s3_user_links"], row["group_details"]],
        [[], [{ group_id: team["id"], name: team["name"], by_hand: true, providers: [] }]]
      )
      for (const field of ["group_ids", "s3_user_ids", "user_ids"]) assert.notProperty(row, field)
      const page = yield* ask(admin, "GET", `/api/admin/users?search=${row["email"]}`)
      assert.deepStrictEqual(page.row["items"], [row])
    })
  )

  it.effect(
    "a tool that is off is 403 workspace_unavailable until a group gives it; a privilege opens its workspace " +
      "and the scopes of it",
    () =>
      Effect.gen(function* () {
        const { admin, group, id, one, person } = yield* world
        yield* ask(admin, "PUT", `/api/admin/users/${id}`, {
          account_links: [{ account_id: one, ...manager }],
          manager_tools: { usage_stats: false }
        })
        const usage = Effect.map(
          ask(person, "GET", `/api/manager/usage-stats/latest?context_id=${one}`),
          ({ said }) => said
        )
        const session = Effect.map(ask(person, "GET", "/api/auth/session"), ({ row }) => [
          row["workspaces"],
          row["manager_tools"].usage_stats
        ])
        const token = Effect.map(
          ask(person, "POST", "/api/auth/api-tokens", { name: "Own", scopes: ["cluster-admin.read"] }),
          ({ said }) => said
        )
        assert.deepStrictEqual(
          [yield* usage, yield* session, yield* token],
          ["403 workspace_unavailable", [["manager", "browser"], false], "422 validation_failed"]
        )
        const team = yield* group({
          user_details: [{ user_id: id }],
          manager_tools: { usage_stats: true },
          privileges: { cluster_admin: true }
        })
        assert.deepStrictEqual(
          [yield* usage, yield* session, yield* token],
          ["200", [["manager", "browser", "cluster-admin"], true], "201"]
        )
        const counting = (bucket_usage_stats_enabled: boolean) =>
          ask(admin, "PUT", "/api/admin/settings", { general: { bucket_usage_stats_enabled } })
        assert.strictEqual((yield* counting(false)).said, "200")
        assert.deepStrictEqual([yield* usage, (yield* session)[1]], ["403 workspace_unavailable", false])
        assert.strictEqual((yield* counting(true)).said, "200")
        assert.strictEqual(yield* usage, "200")
        yield* ask(admin, "DELETE", `/api/admin/groups/${team["id"]}?confirm_name=${encodeURIComponent(team["name"])}`)
        assert.deepStrictEqual(
          [yield* usage, yield* session],
          ["403 workspace_unavailable", [["manager", "browser"], false]]
        )
      })
  )

  it.effect(
    "a tool that the settings switch off for everybody is not said to be off for one user, whom no " +
      "administrator could give it",
    () =>
      Effect.gen(function* () {
        const { admin, id, one, person } = yield* world
        yield* ask(admin, "PUT", `/api/admin/users/${id}`, {
          account_links: [{ account_id: one, ...manager }],
          manager_tools: { usage_stats: true }
        })
        const detail = Effect.map(
          ask(person, "GET", `/api/manager/usage-stats/latest?context_id=${one}`),
          ({ row }) => row["detail"]
        )
        const disabled = Effect.map(ask(person, "GET", "/api/auth/session"), ({ row }) => row["disabled_tools"])
        assert.deepStrictEqual(yield* disabled, [])
        yield* ask(admin, "PUT", "/api/admin/settings", { general: { bucket_usage_stats_enabled: false } })
        assert.strictEqual(
          yield* detail,
          "Usage is switched off for everybody: a superadmin can switch it on in the settings"
        )
        assert.deepStrictEqual(yield* disabled, ["usage_stats"])
        yield* ask(admin, "PUT", "/api/admin/settings", { general: { bucket_usage_stats_enabled: true } })
        yield* ask(admin, "PUT", `/api/admin/users/${id}`, { manager_tools: { usage_stats: false } })
        assert.match(yield* detail, /^Usage is switched off for you/)
        assert.deepStrictEqual(yield* disabled, [])
      })
  )

  it.effect("shared connections are given like accounts, to a user or a group; private ones are nobody's to give", () =>
    Effect.gen(function* () {
      const { admin, contexts, group, id } = yield* world
      const sql = yield* SqlClient.SqlClient
      const connection = (owner: number | null) =>
        Effect.map(
          sql<{ id: number; name: string }>`
      insert into s3_connections (name, owner_user_id, storage_endpoint_id, access_key, secret, seal, created_at,
        updated_at)
      select ${`Off-site ${crypto.randomUUID()}`}, ${owner}, id, 'key', 'sealed', gen_random_uuid(), ${new Date()},
        ${new Date()} from storage_endpoints limit 1 returning id, name`,
          ([row]) => row!
        )
      const [shared, own] = [yield* connection(null), yield* connection(id)]
      const team = yield* group({
        user_details: [{ user_id: id }],
        s3_connection_details: [{ s3_connection_id: shared.id }]
      })
      assert.include(yield* contexts("manager"), `conn-${shared.id}`)
      assert.notInclude(yield* contexts("browser"), `conn-${shared.id}`)
      const { row, said } = yield* ask(admin, "PUT", `/api/admin/users/${id}`, {
        s3_connection_details: [{ s3_connection_id: shared.id }]
      })
      assert.deepStrictEqual(
        [said, row["effective_access"].s3_connections],
        [
          "200",
          [
            {
              s3_connection_id: shared.id,
              name: shared.name,
              from: [{ via: "direct" }, { via: "group", group_id: team["id"], name: team["name"] }]
            }
          ]
        ]
      )
      assert.deepStrictEqual(
        row["s3_connection_details"].map((one: Json) => one["name"]),
        [shared.name]
      )
      const refused = yield* ask(admin, "PUT", `/api/admin/groups/${team["id"]}`, {
        s3_connection_details: [{ s3_connection_id: shared.id }, { s3_connection_id: own.id }]
      })
      assert.deepStrictEqual(
        [refused.said, refused.row["errors"][0].path],
        ["422 validation_failed", ["payload", "s3_connection_details", "1", "s3_connection_id"]]
      )
      assert.strictEqual(
        (yield* ask(admin, "PUT", `/api/admin/users/${id}`, { s3_connection_ids: [] })).said,
        "422 validation_failed"
      )
    })
  )

  it.effect(
    "2026-08 Admin payload and response field consolidations: removed fields are 422 with their path, and the " +
      "routes that went are 404",
    () =>
      Effect.gen(function* () {
        const { admin, group, id, one, s3 } = yield* world
        const team = yield* group()
        for (const [place, fields] of [
          [`/api/admin/users/${id}`, { s3_user_ids: [s3], group_ids: [team["id"]], is_root: true, account_ids: [one] }],
          [`/api/admin/groups/${team["id"]}`, { user_ids: [id], s3_user_ids: [s3], account_ids: [one] }],
          [
            `/api/admin/accounts/${one}`,
            { user_ids: [id], group_ids: [team["id"]], user_details: [], group_details: [] }
          ],
          [
            `/api/admin/s3-users/${s3}`,
            { user_ids: [id], group_ids: [team["id"]], user_details: [], group_details: [] }
          ]
        ] as const) {
          for (const [field, value] of Object.entries(fields)) {
            const { row, said } = yield* ask(admin, "PUT", place, { [field]: value })
            assert.deepStrictEqual(
              [said, row["errors"]?.[0]?.path],
              ["422 validation_failed", ["payload", field]],
              `${place} ${field}`
            )
          }
          for (const list of place.includes("users/") && !place.includes("s3-users")
            ? ["account_links", "s3_user_links", "group_details"]
            : place.includes("groups")
              ? ["account_links", "s3_user_links", "user_details"]
              : ["user_links", "group_links"]) {
            assert.strictEqual(
              (yield* ask(admin, "PUT", place, { [list]: null })).said,
              "422 validation_failed",
              `${place} ${list}: null`
            )
          }
          assert.strictEqual((yield* ask(admin, "PUT", place, {})).said, "200", place)
        }
        assert.strictEqual(
          (yield* ask(admin, "POST", `/api/admin/users/${id}/assign-account`, { account_id: one })).said,
          "404 not_found"
        )
      })
  )

  it.effect(
    "0122: manager_role and portal_role are axes of their own; one of them is there, and data access needs the first",
    () =>
      Effect.gen(function* () {
        const { admin, group, id, one, s3 } = yield* world
        const team = yield* group()
        for (const [place, list, target] of [
          [`/api/admin/users/${id}`, "account_links", { account_id: one }],
          [`/api/admin/groups/${team["id"]}`, "account_links", { account_id: one }],
          [`/api/admin/accounts/${one}`, "group_links", { group_id: team["id"] }],
          [`/api/admin/s3-users/${s3}`, "user_links", { user_id: id }]
        ] as const) {
          const put = (roles: object) => ask(admin, "PUT", place, { [list]: [{ ...target, ...roles }] })
          for (const [roles, path] of [
            [{}, "manager_role"],
            [{ manager_role: null, portal_role: null }, "manager_role"],
            [
              { portal_role: "portal_user", allow_manager_browser_data_access: true },
              "allow_manager_browser_data_access"
            ],
            [{ manager_role: "portal_manager" }, "manager_role"],
            [{ portal_role: "account_administrator" }, "portal_role"],
            [{ role: "admin" }, "role"],
            [{ manager_role: "account_administrator", is_root: true }, "is_root"]
          ] as const) {
            const { row, said } = yield* put(roles)
            assert.strictEqual(said, "422 validation_failed", `${place} ${JSON.stringify(roles)}`)
            assert.isTrue(
              row["errors"].some(
                (issue: Json) => JSON.stringify(issue["path"]) === JSON.stringify(["payload", list, "0", path])
              ),
              `${place} ${JSON.stringify(row["errors"])}`
            )
          }
          for (const roles of [
            { manager_role: "account_administrator", portal_role: null, allow_manager_browser_data_access: true },
            {
              manager_role: "account_administrator",
              portal_role: "portal_manager",
              allow_manager_browser_data_access: false
            },
            { manager_role: null, portal_role: "portal_user", allow_manager_browser_data_access: false }
          ])
            assert.deepInclude((yield* put(roles)).row[list][0], roles, place)
        }
      })
  )

  it.effect(
    "0069: one association a principal and thing; one without a right is none; shared connections have the " +
      "Manager role alone",
    () =>
      Effect.gen(function* () {
        const { group, id, one } = yield* world
        const sql = yield* SqlClient.SqlClient
        const team = yield* group()
        const refused = (statement: Effect.Effect<unknown, unknown>) =>
          Effect.map(Effect.exit(sql.withTransaction(statement)), (exit) => exit._tag)
        for (const [table, column, own] of [
          ["user_associations", "user_id", id],
          ["group_associations", "group_id", team["id"]]
        ] as const) {
          const link = (manager: string | null, portal: string | null, data: boolean) => sql`
        insert into ${sql(table)} (${sql(column)}, rgw_account_id, manager_role, portal_role,
          allow_manager_browser_data_access) values (${own}, ${one}, ${manager}, ${portal}, ${data})`
          assert.strictEqual(yield* refused(link(null, null, false)), "Failure", "no right at all")
          assert.strictEqual(yield* refused(link(null, "portal_user", true)), "Failure", "data without a manager role")
          assert.strictEqual(yield* refused(link("account_administrator", null, true)), "Success")
          assert.strictEqual(yield* refused(link(null, "portal_user", false)), "Failure", "a second one")
          const connection = yield* sql<{ id: number }>`
        insert into s3_connections (name, storage_endpoint_id, access_key, secret, seal, created_at, updated_at)
        select ${crypto.randomUUID()}, id, 'key', 'sealed', gen_random_uuid(), now(), now() from storage_endpoints
          limit 1 returning id`
          const shared = (manager: string | null, portal: string | null, data: boolean) => sql`
        insert into ${sql(table)} (${sql(column)}, s3_connection_id, manager_role, portal_role,
          allow_manager_browser_data_access)
        values (${own}, ${connection[0]!.id}, ${manager}, ${portal}, ${data})`
          assert.strictEqual(
            yield* refused(shared("account_administrator", null, true)),
            "Failure",
            "objects of a shared connection"
          )
          assert.strictEqual(
            yield* refused(shared("account_administrator", "portal_user", false)),
            "Failure",
            "a Portal role on a shared connection"
          )
          assert.strictEqual(yield* refused(shared("account_administrator", null, false)), "Success")
        }
      })
  )

  it.effect("0092: the four roles, and no other name", () =>
    Effect.gen(function* () {
      const { admin, id } = yield* world
      for (const role of ["ui_admin", "ui_none", "ui_superadmin", "ui_user"]) {
        assert.strictEqual((yield* ask(admin, "PUT", `/api/admin/users/${id}`, { role })).row["role"], role)
      }
      for (const role of ["super_admin", "admin", "account_admin", "account_user", "", null, 3]) {
        assert.strictEqual(
          (yield* ask(admin, "PUT", `/api/admin/users/${id}`, { role })).said,
          "422 validation_failed",
          String(role)
        )
      }
    })
  )

  it.effect("one bad link changes nothing, and the 422 names its path", () =>
    Effect.gen(function* () {
      const { admin, group, id, one, s3, two } = yield* world
      const team = yield* group({ user_details: [{ user_id: id }], account_links: [{ account_id: one, ...manager }] })
      const link = { manager_role: "account_administrator" }
      for (const [place, body, path] of [
        [
          `/api/admin/users/${id}`,
          {
            full_name: "Changed",
            account_links: [
              { account_id: one, ...link },
              { account_id: 999_999, ...link }
            ]
          },
          ["payload", "account_links", "1", "account_id"]
        ],
        [
          `/api/admin/users/${id}`,
          { account_links: [{ account_id: two, ...link }], s3_user_links: [{ s3_user_id: 999_999 }] },
          ["payload", "s3_user_links", "0", "s3_user_id"]
        ],
        [
          `/api/admin/users/${id}`,
          {
            account_links: [{ account_id: two, ...link }],
            group_details: [{ group_id: team["id"] }, { group_id: 999_999 }]
          },
          ["payload", "group_details", "1", "group_id"]
        ],
        [
          `/api/admin/users/${id}`,
          {
            account_links: [
              { account_id: two, ...link },
              { account_id: two, ...link }
            ]
          },
          ["payload", "account_links", "1", "account_id"]
        ],
        [
          `/api/admin/groups/${team["id"]}`,
          { name: "Changed", user_details: [{ user_id: 999_999 }] },
          ["payload", "user_details", "0", "user_id"]
        ],
        [
          `/api/admin/groups/${team["id"]}`,
          { user_details: [], account_links: [{ account_id: 999_999, ...link }] },
          ["payload", "account_links", "0", "account_id"]
        ],
        [
          `/api/admin/accounts/${one}`,
          { user_links: [{ user_id: id, ...link }], group_links: [{ group_id: 999_999, ...link }] },
          ["payload", "group_links", "0", "group_id"]
        ],
        [
          `/api/admin/s3-users/${s3}`,
          { group_links: [{ group_id: team["id"], ...link }], user_links: [{ user_id: 999_999, ...link }] },
          ["payload", "user_links", "0", "user_id"]
        ]
      ] as const) {
        const before = (yield* ask(admin, "GET", place)).row
        const { row, said } = yield* ask(admin, "PUT", place, body)
        assert.deepStrictEqual(
          [said, row["errors"].map((issue: Json) => issue["path"])],
          ["422 validation_failed", [path]],
          JSON.stringify(body)
        )
        assert.deepStrictEqual((yield* ask(admin, "GET", place)).row, before, JSON.stringify(body))
      }
    })
  )

  it.effect(
    "step-up: what changes anybody's rights asks for it, the same payload again, a name and a description do " +
      "not (rules 6 and 7)",
    () =>
      Effect.gen(function* () {
        const { admin, group, id, one, s3 } = yield* world
        const { browser: stale } = yield* inBrowser("ui_superadmin", false)
        const rights = { account_links: [{ account_id: one, ...manager }], s3_user_links: [{ s3_user_id: s3 }] }
        const team = yield* group({ user_details: [{ user_id: id }], ...rights })
        const ofTeam = `/api/admin/groups/${team["id"]}`
        const ofUser = `/api/admin/users/${id}`
        yield* ask(admin, "PUT", ofUser, { ...rights, privileges: { storage_ops: true } })
        const before = [(yield* ask(admin, "GET", ofTeam)).row, (yield* ask(admin, "GET", ofUser)).row]
        for (const [place, change] of [
          [ofUser, { account_links: [] }],
          [ofUser, { s3_user_links: [{ s3_user_id: s3, allow_manager_browser_data_access: true }] }],
          [ofUser, { group_details: [] }],
          [ofUser, { privileges: { cluster_admin: true } }],
          [ofUser, { manager_tools: { usage_stats: false } }],
          [ofUser, { role: "ui_none" }],
          [ofTeam, { user_details: [] }],
          [ofTeam, { account_links: [] }],
          [ofTeam, { privileges: { cluster_admin: true } }],
          [ofTeam, { manager_tools: { usage_stats: true } }]
        ] as const)
          assert.strictEqual(
            (yield* ask(stale, "PUT", place, change)).said,
            "403 step_up_required",
            JSON.stringify(change)
          )
        assert.strictEqual(
          (yield* ask(stale, "DELETE", `${ofTeam}?confirm_name=${encodeURIComponent(team["name"])}`)).said,
          "403 step_up_required"
        )
        assert.strictEqual(
          (yield* ask(stale, "POST", "/api/admin/groups", { name: "Given", account_links: rights.account_links })).said,
          "403 step_up_required"
        )
        assert.deepStrictEqual([(yield* ask(admin, "GET", ofTeam)).row, (yield* ask(admin, "GET", ofUser)).row], before)
        for (const [place, same] of [
          [
            ofUser,
            {
              ...rights,
              group_details: [{ group_id: team["id"] }],
              privileges: { storage_ops: true, cluster_admin: false },
              manager_tools: {},
              role: "ui_user",
              is_active: true
            }
          ],
          [ofUser, { full_name: "Another Name" }],
          [ofTeam, { ...rights, user_details: [{ user_id: id }], privileges: {} }],
          [ofTeam, { name: `${team["name"]} renamed`, description: "Said" }]
        ] as const)
          assert.strictEqual((yield* ask(stale, "PUT", place, same)).said, "200", JSON.stringify(same))
        const empty = yield* ask(stale, "POST", "/api/admin/groups", { name: `Empty ${crypto.randomUUID()}` })
        assert.strictEqual(empty.said, "201")
        assert.strictEqual(
          (yield* ask(
            stale,
            "DELETE",
            `/api/admin/groups/${empty.row["id"]}?confirm_name=${encodeURIComponent(empty.row["name"])}`
          )).said,
          "200"
        )
      })
  )

  it.effect("an administrator gives no privileged account a right by way of a group, themselves included", () =>
    Effect.gen(function* () {
      const { admin, group, id, one } = yield* world
      const plain = yield* inBrowser("ui_admin", true)
      const own = plain.record.user.id
      const team = yield* group({ user_details: [{ user_id: id }] })
      const place = `/api/admin/groups/${team["id"]}`
      assert.strictEqual(
        (yield* ask(plain.browser, "PUT", place, { user_details: [{ user_id: id }, { user_id: own }] })).said,
        "403 forbidden"
      )
      assert.strictEqual(
        (yield* ask(plain.browser, "POST", "/api/admin/groups", {
          name: "Mine",
          user_details: [{ user_id: own }],
          privileges: { cluster_admin: true }
        })).said,
        "403 forbidden"
      )
      assert.strictEqual((yield* ask(plain.browser, "PUT", place, { privileges: { cluster_admin: true } })).said, "200")
      yield* ask(admin, "PUT", place, { user_details: [{ user_id: id }, { user_id: own }] })
      assert.strictEqual(
        (yield* ask(plain.browser, "PUT", place, { privileges: { storage_ops: true } })).said,
        "403 forbidden"
      )
      assert.strictEqual(
        (yield* ask(plain.browser, "PUT", place, {
          account_links: [{ account_id: one, manager_role: "account_administrator" }]
        })).said,
        "200"
      )
      assert.strictEqual(
        (yield* ask(plain.browser, "DELETE", `${place}?confirm_name=${encodeURIComponent(team["name"])}`)).said,
        "403 forbidden"
      )
    })
  )

  it.effect(
    "nobody deletes themselves or the last active superadmin; members, links and versions go with whoever is deleted",
    () =>
      Effect.gen(function* () {
        const { admin, group, id } = yield* world
        const team = yield* group({ user_details: [{ user_id: id }] })
        const me = (yield* ask(admin, "GET", "/api/auth/session")).row["user"]
        assert.strictEqual(
          (yield* ask(admin, "DELETE", `/api/admin/users/${me.id}?confirm_name=${encodeURIComponent(me.email)}`)).said,
          "409 state_conflict"
        )
        const { email } = (yield* ask(admin, "GET", `/api/admin/users/${id}`)).row
        assert.strictEqual(
          (yield* ask(admin, "DELETE", `/api/admin/users/${id}?confirm_name=${encodeURIComponent(email)}`)).said,
          "200"
        )
        const after = (yield* ask(admin, "GET", `/api/admin/groups/${team["id"]}`)).row
        assert.deepStrictEqual(after["user_details"], [])
        assert.isAbove(after["version"], team["version"])
      })
  )

  it.effect("a group that is deleted while it is saved, and a link to one: 404 or 422, and nothing half", () =>
    Effect.gen(function* () {
      const { admin, group, id, one } = yield* world
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 6; round++) {
        const team = yield* group()
        const place = `/api/admin/groups/${team["id"]}`
        const link = { account_id: one, manager_role: "account_administrator" }
        const [saved, linked, joined, deleted] = yield* Effect.all(
          [
            ask(admin, "PUT", place, {
              user_details: [{ user_id: id }],
              account_links: [link],
              description: "Saved",
              version: team["version"]
            }),
            ask(admin, "PUT", `/api/admin/accounts/${one}`, {
              group_links: [{ group_id: team["id"], manager_role: "account_administrator" }]
            }),
            ask(admin, "PUT", `/api/admin/users/${id}`, { group_details: [{ group_id: team["id"] }] }),
            ask(admin, "DELETE", `${place}?confirm_name=${encodeURIComponent(team["name"])}`)
          ],
          { concurrency: "unbounded" }
        )
        assert.include(["200", "404 not_found", "409 stale_plan"], saved.said)
        for (const one of [linked, joined]) assert.include(["200", "422 validation_failed"], one.said)
        assert.strictEqual(deleted.said, "200")
        assert.deepStrictEqual(
          yield* sql`
        select (select count(*)::int from ui_group_members where group_id = ${team["id"]}) as members,
          (select count(*)::int from group_associations where group_id = ${team["id"]}) as links`,
          [{ members: 0, links: 0 }] as never
        )
      }
    })
  )

  it.effect("are found, sorted and paged by the service; a name is there once, whatever its case", () =>
    Effect.gen(function* () {
      const { admin, id, made } = yield* world
      const mark = crypto.randomUUID().slice(0, 8)
      for (const name of ["Alpha", "beta", "Gamma"]) {
        yield* made("/api/admin/groups", {
          name: `${mark} ${name}`,
          description: name === "beta" ? `${mark} second` : "",
          ...(name === "Gamma" ? { user_details: [{ user_id: id }] } : {})
        })
      }
      const names = (query: string) =>
        Effect.map(ask(admin, "GET", `/api/admin/groups?search=${mark}&${query}`), ({ row }) => [
          row["total"],
          ...row["items"].map((item: Json) => item["name"].slice(9))
        ])
      assert.deepStrictEqual(yield* names("sort_by=name"), [3, "Alpha", "beta", "Gamma"])
      assert.deepStrictEqual(yield* names("sort_by=member_count&sort_dir=desc&page_size=1"), [3, "Gamma"])
      assert.deepStrictEqual(yield* names("page=2&page_size=2"), [3, "Gamma"])
      assert.strictEqual((yield* ask(admin, "GET", "/api/admin/groups?sort_by=nothing")).said, "422 validation_failed")
      assert.strictEqual(
        (yield* ask(admin, "POST", "/api/admin/groups", { name: `${mark} ALPHA` })).said,
        "409 already_exists"
      )
      for (const name of ["", "  ", "a\u0000b", "a\nb", "x".repeat(101), null, 3]) {
        assert.strictEqual(
          (yield* ask(admin, "POST", "/api/admin/groups", { name })).said,
          "422 validation_failed",
          JSON.stringify(name)
        )
      }
      const small = (yield* ask(admin, "GET", "/api/admin/groups/minimal")).row as unknown as ReadonlyArray<Json>
      assert.deepStrictEqual(Object.keys(small[0] ?? {}).sort(), ["id", "member_count", "name"])
      assert.strictEqual((yield* ask(admin, "GET", "/api/admin/groups/999999")).said, "404 not_found")
      assert.strictEqual(
        (yield* ask(admin, "PUT", "/api/admin/groups/999999", { name: "x", version: 1 })).said,
        "404 not_found"
      )
    })
  )
})
