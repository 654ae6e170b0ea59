import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { registerSandbox } from "#layers/compose/registerSandbox.ts"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { raw } from "../layers/sandbox/support.ts"
import type { Answer } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser, passkeyPolicyIs } from "./people.ts"

const superadmin = Effect.fnUntraced(function* (verified = true) {
  const { browser, record } = yield* inBrowser("ui_superadmin", verified)
  const send = (method: string, path: string, body?: unknown) =>
    Effect.promise(() => browser.send(method, `/api/admin${path}`, body))
  return {
    ...record.user,
    browser,
    send,
    apply: (body: object) => send("POST", "/apply", body),
    document: (document: object, more: object = {}) =>
      send("POST", "/apply", { document: { version: 1, ...document }, ...more })
  }
})

const ok = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body as { readonly [name: string]: any }
}
const said = ({ code, status }: Answer) => `${status} ${code}`.trim()
const told = (answer: Answer): ReadonlyArray<string> =>
  ok(answer)["changes"].map((change: any) => `${change.name} ${change.part} ${change.action} ${change.outcome}`)
const changed = (answer: Answer) => told(answer).filter((line) => !line.includes(" unchanged "))
const faults = (answer: Answer): ReadonlyArray<string> =>
  answer.body["errors"].map(({ message, path }: any) => `${path.join(".")}: ${message}`)

const secrets = (values: Record<string, string>) =>
  Object.entries(values).map(([env, value]) => ({ reference: { env }, value }))

layer(
  WholeService({
    allowedStorageHosts: ["localhost", "*.example.org"],
    providers: {
      oidc: [{ id: "fixed", label: "Fixed", config: oidc("https://fixed.example.org") }],
      ldap: []
    } as never,
    applicationSettings: [{ path: "branding.login_note", variable: "BRAND_LOGIN_NOTE", value: "From the environment" }]
  }),
  { excludeTestServices: true, timeout: "120 seconds" }
)("applying a document", (it) => {
  it.effect(
    "an export leaves out what is registered on the sandbox, so that it can be applied to an empty installation",
    () =>
      Effect.gen(function* () {
        const { send } = yield* superadmin()
        yield* registerSandbox({
          url: "http://127.0.0.1:4001",
          region: "default",
          admin: { accessKey: "SANDBOXADMIN", secretKey: "admin-secret" },
          accounts: [
            {
              id: "RGW00000000000000001",
              name: "sample",
              rootUid: "sample-root",
              accessKey: "SAMPLE",
              secretKey: "sample-secret"
            }
          ]
        })
        const sandbox = (yield* (yield* StorageEndpoints).list).find(({ is_sandbox }) => is_sandbox)!
        const made = yield* send("POST", "/s3-connections", {
          name: "On the sandbox",
          storage_endpoint_id: sandbox.id,
          access_key: "AK",
          secret_key: "x",
          capabilities: { can_manage_iam: false }
        })
        assert.strictEqual(made.status, 201, made.text)
        const { document } = ok(yield* send("GET", "/apply/export"))
        const text = JSON.stringify(document)
        for (const name of [`"${sandbox.name}"`, "sample", "On the sandbox"]) assert.notInclude(text, name)
        yield* (yield* StorageEndpoints).remove(administrator, sandbox.id)
      })
  )

  it.effect(
    "makes, changes and leaves alone each kind, through the services that own them, and says so in the audit trail",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
        const { apply, document, send, email } = yield* superadmin()
        const key = { admin_access_key: gateway.admin.accessKey, admin_secret_key: { env: "ADMIN" } }
        const whole = {
          storage_endpoints: [
            {
              name: "North",
              url: `${gateway.url}/`,
              ...key,
              features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
              tags: ["eu"]
            }
          ],
          oidc_providers: [
            {
              id: "corp",
              label: "Corp",
              enabled: true,
              config: { issuer: "https://id.example.org", client_id: "stowage" },
              client_secret: { file: "corp.txt" }
            }
          ],
          ldap_providers: [
            {
              id: "dir",
              label: "Directory",
              enabled: false,
              config: { url: "ldaps://ldap.example.org", base_dn: "dc=example" }
            }
          ],
          accounts: [
            {
              storage_endpoint: "north",
              name: "Research",
              on_create: { limits: { max_buckets: 10 } },
              user_links: [{ user: "ada@example.org", manager_role: "account_administrator" }],
              group_links: [{ group: "Readers", portal_role: "portal_user" }]
            },
            { storage_endpoint: "North", name: "Brought in", rgw_account_id: gateway.accounts[0]!.id }
          ],
          s3_users: [
            {
              storage_endpoint: "North",
              rgw_user_uid: "backup",
              name: "Backup",
              user_links: [{ user: "ada@example.org", portal_role: "portal_manager" }]
            }
          ],
          s3_connections: [
            {
              name: "Archive",
              storage_endpoint: "North",
              access_key: "AKARCHIVE",
              secret_key: { env: "ARCHIVE" },
              session_token: { env: "TOKEN" },
              expires_at: "2031-01-01T00:00:00+02:00",
              tags: [{ label: "Cold", color: "blue" }],
              users: ["ada@example.org"],
              groups: ["Readers"]
            },
            {
              name: "Typed",
              custom_endpoint: { url: "https://s3.example.org" },
              access_key: "AKTYPED",
              secret_key: { env: "ARCHIVE" }
            }
          ],
          groups: [
            {
              name: "Readers",
              description: "They read",
              manager_tools: { usage_stats: true },
              members: ["ada@example.org", "bob@example.org"]
            }
          ],
          users: [
            {
              email: "ada@example.org",
              full_name: "Ada Lovelace",
              role: "ui_user",
              password: { env: "PASSWORD" },
              privileges: { storage_ops: true }
            },
            { email: "bob@example.org", full_name: "Bob", role: "ui_admin", is_active: false }
          ],
          settings: { branding: { name: "Depot" }, portal: { allow_private_storage_space_create: true } }
        }
        const canary = "canary0f5ecret9Xq7"
        const values = [
          ...secrets({
            ADMIN: gateway.admin.secretKey,
            ARCHIVE: canary,
            TOKEN: `${canary}token`,
            PASSWORD: `${canary} and more`
          }),
          { reference: { file: "corp.txt" }, value: `${canary}client` }
        ]

        const dry = yield* document(whole, { secrets: values, dry_run: true })
        assert.isTrue(ok(dry)["dry_run"])
        assert.isTrue(
          changed(dry).every((line) => line.endsWith(" planned")),
          dry.text
        )
        assert.notInclude(dry.text, canary)
        assert.deepStrictEqual(
          yield* sql`select count(*)::int as n from rgw_accounts`,
          [{ n: 0 }] as never,
          "a dry run does nothing"
        )

        const done = yield* document(whole, { secrets: values, plan_hash: dry.body["plan_hash"] })
        assert.deepStrictEqual(
          changed(done),
          [
            "North self create done",
            "Research self create done",
            "Brought in self import done",
            "backup self create done",
            "Archive self create done",
            "Typed self create done",
            "Readers self create done",
            "ada@example.org self create done",
            "bob@example.org self create done",
            "corp self create done",
            "dir self create done",
            "Research links update done",
            "backup links update done",
            "Archive links update done",
            "Readers links update done",
            "Settings self update done"
          ],
          done.text
        )
        assert.notInclude(done.text, canary)

        const accounts = ok(yield* send("GET", "/accounts?sort_by=name"))["items"]
        assert.deepStrictEqual(
          accounts.map((one: any) => [
            one.name,
            one.user_links.map((link: any) => [link.email, link.manager_role]),
            one.group_links.map((link: any) => [link.name, link.portal_role])
          ]),
          [
            ["Brought in", [], []],
            ["Research", [["ada@example.org", "account_administrator"]], [["Readers", "portal_user"]]]
          ]
        )
        const ada = ok(yield* send("GET", "/users?search=ada@example.org"))["items"][0]
        assert.deepInclude(ada, { full_name: "Ada Lovelace", has_password: true })
        assert.deepStrictEqual(
          [
            ada.privileges.storage_ops,
            ada.group_details.map((one: any) => one.name),
            ada.s3_connection_details.map((one: any) => one.name)
          ],
          [true, ["Readers"], ["Archive"]]
        )
        assert.deepStrictEqual(
          ada.s3_user_links.map((one: any) => [one.rgw_user_uid, one.manager_role, one.portal_role]),
          [["backup", null, "portal_manager"]]
        )
        assert.isFalse(ok(yield* send("GET", "/users?search=bob@example.org"))["items"][0].is_active)
        assert.strictEqual(ok(yield* send("GET", "/settings"))["branding"].name, "Depot")
        assert.strictEqual(
          (yield* send("GET", "/oidc-providers")).body.find((one: any) => one.id === "corp").has_secret,
          true
        )

        const entries = yield* sql<{
          action: string
          actor_email: string
        }>`select action, actor_email from audit_logs where actor_email = ${email} and status = 'success' order by id`
        for (const action of [
          "storage_endpoint.create",
          "oidc_provider.create",
          "ldap_provider.create",
          "rgw_account.create",
          "rgw_account.import",
          "rgw_user.create",
          "s3_connection.create",
          "s3_connection.link_user",
          "ui_group.create",
          "ui_group.update",
          "ui_user.create",
          "ui_user.update",
          "application_settings.update"
        ]) {
          assert.isTrue(
            entries.some((entry) => entry.action === action),
            action
          )
        }
        assert.strictEqual(entries.at(-1)?.action, "configuration.apply")
        assert.deepStrictEqual(
          yield* sql`select count(*)::int as n from gateway_intents where outcome = 'success'`,
          [{ n: 3 }] as never,
          "changes of the gateway have their intents"
        )

        const again = yield* document(whole, { secrets: values })
        assert.deepStrictEqual(changed(again), [], again.text)
        assert.deepStrictEqual(
          yield* sql`select count(*)::int as n from audit_logs where action = 'configuration.apply'`,
          [{ n: 1 }] as never
        )

        const exported = yield* send("GET", "/apply/export")
        assert.deepStrictEqual(changed(yield* apply({ document: ok(exported)["document"] })), [])
        assert.deepStrictEqual(changed(yield* apply({ source: exported.body["source"] })), [])
        for (const secret of [canary, gateway.admin.secretKey]) assert.notInclude(exported.text, secret)
        assert.notInclude(
          JSON.stringify(exported.body["document"].oidc_providers),
          "fixed",
          "what comes from the environment is not exported"
        )

        const changes = yield* document(
          {
            storage_endpoints: [{ ...whole.storage_endpoints[0], region: "eu-1", tags: ["eu", "west"] }],
            oidc_providers: [{ ...whole.oidc_providers[0], label: "Corporate" }],
            ldap_providers: [{ ...whole.ldap_providers[0], enabled: true }],
            accounts: [
              { ...whole.accounts[0], user_links: [] },
              { ...whole.accounts[1], name: "Renamed" }
            ],
            s3_users: [{ storage_endpoint: "North", rgw_user_uid: "backup", name: "Backups" }],
            s3_connections: [
              {
                ...whole.s3_connections[0],
                users: [],
                groups: [],
                tags: [{ label: "Cold" }],
                capabilities: { can_manage_iam: true }
              },
              { ...whole.s3_connections[1], access_key: "AKOTHER" }
            ],
            groups: [{ name: "readers", members: ["bob@example.org"] }],
            users: [
              { email: "ADA@example.org", full_name: "Ada King", role: "ui_user", privileges: { storage_ops: false } }
            ],
            settings: { portal: null }
          },
          { secrets: values }
        )
        assert.deepStrictEqual(
          changed(changes),
          [
            "North self update done",
            "Brought in self update done",
            "backup self update done",
            "Archive self update done",
            "Typed self update done",
            "readers self update done",
            "ADA@example.org self update done",
            "corp self update done",
            "dir self update done",
            "Research links update done",
            "Archive links update done",
            "readers links update done",
            "Settings self update done"
          ].map((line) => line.replace("Brought in", "Renamed")),
          changes.text
        )
        const rest = yield* send("GET", "/apply/export")
        assert.deepStrictEqual(changed(yield* apply({ source: rest.body["source"] })), [])
        const connection = rest.body["document"].s3_connections.find((one: any) => one.name === "Archive")
        assert.deepStrictEqual(
          [connection.users, connection.groups, connection.tags, connection.capabilities, connection.expires_at],
          [
            [],
            [],
            [{ label: "Cold", color: "blue", scope: "standard" }],
            { can_manage_iam: true },
            "2030-12-31T22:00:00.000Z"
          ]
        )

        const rotated = (value: string) =>
          document(
            {
              s3_connections: [
                {
                  name: "Typed",
                  custom_endpoint: { url: "https://s3.example.org" },
                  access_key: "AKOTHER",
                  secret_key: { env: "NEW" }
                }
              ]
            },
            { secrets: secrets({ NEW: value }) }
          )
        const turn = yield* rotated("another-secret")
        assert.deepStrictEqual(
          ok(turn)["changes"].map((change: any) => [change.outcome, change.fields]),
          [["done", [{ path: "secret_key", before: "set", after: "set", secret: true }]]]
        )
        assert.deepStrictEqual(changed(yield* rotated("another-secret")), [])
      }),
    120_000
  )

  it.effect(
    "stops or goes on after a failure, as asked; what needs what failed is skipped",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
        const endpoint = yield* (yield* StorageEndpoints).create(administrator, { name: "No key", url: gateway.url })
        const { document } = yield* superadmin()
        const broken = {
          accounts: [
            {
              storage_endpoint: endpoint.name,
              name: "Never made",
              group_links: [{ group: "First", manager_role: "account_administrator" }]
            }
          ],
          groups: [{ name: "First" }, { name: "Second", members: ["weak@example.org"] }],
          users: [
            { email: "weak@example.org", full_name: "Weak", role: "ui_user", password: { env: "WEAK" } },
            { email: "fine@example.org", full_name: "Fine", role: "ui_user" }
          ]
        }
        const values = secrets({ WEAK: "weak@example.org" })
        const stopped = yield* document(broken, { secrets: values })
        assert.deepStrictEqual(told(stopped), [
          "Never made self create failed",
          "First self create skipped",
          "Second self create skipped",
          "weak@example.org self create skipped",
          "fine@example.org self create skipped",
          "Never made links update skipped",
          "Second links update skipped"
        ])
        assert.deepStrictEqual(stopped.body["changes"][0].problem.errors, [
          {
            path: ["accounts", "0", "storage_endpoint"],
            message: "This endpoint has no Admin Ops key: give it one first"
          }
        ])
        const gone = yield* document(broken, { secrets: values, on_error: "continue" })
        assert.deepStrictEqual(told(gone), [
          "Never made self create failed",
          "First self create done",
          "Second self create done",
          "weak@example.org self create failed",
          "fine@example.org self create done",
          "Never made links update skipped",
          "Second links update skipped"
        ])
        assert.deepStrictEqual(gone.body["counts"], {
          create: 5,
          import: 0,
          update: 2,
          unchanged: 0,
          blocked: 0,
          done: 3,
          failed: 2,
          skipped: 2
        })
        assert.deepStrictEqual(gone.body["changes"][3].problem.errors[0].path, ["users", "0", "password"])
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql`select status from audit_logs where action = 'configuration.apply' order by id desc limit 2`,
          [{ status: "failure" }, { status: "failure" }] as never
        )
        const mended = yield* document(
          { ...broken, accounts: [] },
          { secrets: secrets({ WEAK: "correct horse battery staple" }) }
        )
        assert.deepStrictEqual(changed(mended), ["weak@example.org self create done", "Second links update done"])
      }),
    60_000
  )

  it.effect(
    "a caller who hangs up in the middle: what was done stays and is told, nothing is half done, and the next " +
      "apply does the rest",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
        const { apply, browser, send } = yield* superadmin()
        ok(
          yield* apply({
            document: {
              version: 1,
              storage_endpoints: [
                {
                  name: "Hung",
                  url: gateway.url,
                  admin_access_key: gateway.admin.accessKey,
                  admin_secret_key: { env: "HUNG" },
                  features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
                }
              ]
            },
            secrets: secrets({ HUNG: gateway.admin.secretKey })
          })
        )
        gateway.faults.inject({ match: { op: "AdminAccountPost" }, effect: { delayMs: 40 } })
        const names = Array.from({ length: 12 }, (_, index) => `hung-${index}`)
        const document = {
          version: 1,
          accounts: names.map((name) => ({
            storage_endpoint: "Hung",
            name,
            group_links: [{ group: "Hung", portal_role: "portal_user" }]
          })),
          groups: [{ name: "Hung" }]
        }
        const ends = sql<{
          n: number
        }>`select count(*)::int as n from audit_logs where action = 'configuration.apply' and status = 'failure'
          and message like '%its request ended%'`
        const before = (yield* ends)[0]!.n
        const registered = Effect.map(
          sql<{ n: number }>`select count(*)::int as n from rgw_accounts where name like 'hung-%'`,
          ([row]) => row!.n
        )
        const open = sql<{ n: number }>`select (
      (select count(*) filter (where action = 'configuration.apply.start') - count(*)
        filter (where action = 'configuration.apply') from audit_logs)
      + (select count(*) from gateway_intents where outcome is null))::int as n`
        let hungUp = 0
        for (const more of [1, 3, 2]) {
          const there = yield* registered
          const asked = new AbortController()
          const answer = browser.send("POST", "/api/admin/apply", { document }, {}, asked.signal).then(
            () => false,
            () => true
          )
          yield* Effect.repeat(Effect.delay(registered, "5 millis"), { while: (now) => now < there + more })
          asked.abort()
          if (yield* Effect.promise(() => answer)) hungUp += 1
          yield* Effect.repeat(Effect.delay(open, "50 millis"), { while: ([row]) => row!.n > 0 })
        }
        assert.isAtLeast(hungUp, 2, "it was under way when they hung up")
        const whole = yield* send("POST", "/apply", { document })
        assert.deepInclude(ok(whole)["counts"], { failed: 0, skipped: 0 }, whole.text)
        assert.deepStrictEqual(changed(yield* send("POST", "/apply", { document })), [])
        const made = ok(yield* send("GET", "/accounts?search=hung-"))
        assert.deepStrictEqual(
          made["items"].map((one: any) => [one.name, one.group_links.length]).sort(),
          names.map((name) => [name, 1]).sort()
        )
        const [trail] = yield* sql<{ begun: number; ended: number }>`
      select count(*) filter (where action = 'configuration.apply.start')::int as begun, count(*)
        filter (where action = 'configuration.apply')::int as ended from audit_logs`
        assert.strictEqual(trail!.begun, trail!.ended)
        assert.strictEqual((yield* ends)[0]!.n - before, hungUp, "each of them is told")
        const there = yield* sql<{
          n: number
        }>`select count(distinct external_id)::int as n from (select rgw_account_id as external_id from rgw_accounts
          where name like 'hung-%') as mine`
        assert.strictEqual(there[0]!.n, names.length)
        const ids = yield* raw(gateway, gateway.admin, { method: "GET", target: "/admin/metadata/account" })
        assert.lengthOf(JSON.parse(ids.text), gateway.accounts.length + names.length)
      }),
    120_000
  )

  it.effect(
    "a document with a fault changes nothing at all, and names each at its place",
    () =>
      Effect.gen(function* () {
        const { apply, document } = yield* superadmin()
        const wrong = yield* document({
          groups: [{ name: "Whole", members: ["nobody@example.org"] }, { name: "WHOLE" }],
          users: [{ email: "x@example.org", full_name: "X", role: "ui_user" }]
        })
        assert.strictEqual(said(wrong), "422 validation_failed")
        assert.deepStrictEqual(faults(wrong), [
          "payload.document.groups.1: This is the same group as groups.0",
          "payload.document.groups.0: This group appears again at groups.1",
          "payload.document.groups.0.members.0: There is no console user nobody@example.org, here or in the document"
        ])
        const text = yield* apply({
          source: "version: 1\ngroups:\n  - name: Whole\n    member: [x]\nusers:\n  - email: nonsense\n"
        })
        assert.deepStrictEqual(
          faults(text)
            .map((fault) => fault.replace(/:.*(\(.*\))$/, " $1"))
            .sort(),
          [
            "payload.source.groups.0.member (line 4, column 5)",
            "payload.source.users.0.email (line 6, column 5)",
            "payload.source.users.0.full_name (line 6, column 5)",
            "payload.source.users.0.role (line 6, column 5)"
          ]
        )
        assert.strictEqual(said(yield* apply({ source: "version: 1\na: &a [*a]\n" })), "422 validation_failed")
        for (const body of [
          {},
          { document: { version: 1 }, source: "version: 1" },
          { document: { version: 1 }, unknown: 1 },
          { document: { version: 1 }, on_error: "ask" },
          { source: "x".repeat(262_145) },
          { source: "a\0" },
          { document: null }
        ]) {
          assert.strictEqual((yield* apply(body)).status, 422, JSON.stringify(body).slice(0, 80))
        }
        assert.strictEqual((yield* apply({ source: "x".repeat(1_100_000) })).status, 413)
        const missing = yield* document({
          users: [{ email: "x@example.org", full_name: "X", role: "ui_user", password: { env: "NOT_SENT" } }]
        })
        assert.deepStrictEqual(faults(missing), ["payload.secrets: The secret of env NOT_SENT is missing"])
        const shown = yield* document(
          { users: [{ email: "x@example.org", full_name: "X", role: "ui_user", password: { env: "NOT_SENT" } }] },
          { dry_run: true }
        )
        assert.deepStrictEqual(ok(shown)["missing_secrets"], [{ env: "NOT_SENT" }])
        process.env["NOT_SENT"] = "canary-of-the-environment"
        const still = yield* document({
          users: [{ email: "x@example.org", full_name: "X", role: "ui_user", password: { env: "NOT_SENT" } }]
        })
        delete process.env["NOT_SENT"]
        assert.deepStrictEqual(faults(still), ["payload.secrets: The secret of env NOT_SENT is missing"])
        const many = yield* document({
          groups: Array.from({ length: 1_001 }, (_, index) => ({ name: `Many ${index}` }))
        })
        assert.match(faults(many).join(), /1001 changes, and one request makes 1000 at most/)
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql`select count(*)::int as n from ui_groups where name in ('Whole') or name like 'Many%'`,
          [{ n: 0 }] as never
        )
        assert.deepStrictEqual(yield* sql`select count(*)::int as n from ui_users where email = 'x@example.org'`, [
          { n: 0 }
        ] as never)
      }),
    60_000
  )

  it.effect("a plan that was shown is done as shown, or not at all", () =>
    Effect.gen(function* () {
      const { document } = yield* superadmin()
      const other = yield* superadmin()
      const group = { groups: [{ name: "Hashed", description: "One" }] }
      const { plan_hash } = ok(yield* document(group, { dry_run: true }))
      assert.strictEqual(
        ok(yield* other.document(group, { dry_run: true }))["plan_hash"],
        plan_hash,
        "the same for everybody"
      )
      ok(yield* other.document({ groups: [{ name: "Hashed", description: "Other" }] }))
      assert.strictEqual(said(yield* document(group, { plan_hash })), "409 stale_plan")
      const next = ok(yield* document(group, { dry_run: true }))
      assert.deepStrictEqual(next["changes"][0].fields, [
        { path: "description", before: "Other", after: "One", secret: false }
      ])
      assert.deepStrictEqual(changed(yield* document(group, { plan_hash: next["plan_hash"] })), [
        "Hashed self update done"
      ])
      assert.strictEqual(said(yield* document(group, { plan_hash: next["plan_hash"] })), "409 stale_plan", "done once")
      assert.strictEqual((yield* document(group, { plan_hash: "x" })).status, 422)
    })
  )

  it.effect("what the environment fixes is told before, and left alone", () =>
    Effect.gen(function* () {
      const { document } = yield* superadmin()
      const provider = {
        id: "fixed",
        label: "Other",
        enabled: true,
        config: { issuer: "https://fixed.example.org", client_id: "stowage" }
      }
      const answer = yield* document(
        { oidc_providers: [provider], settings: { branding: { login_note: "Mine" } } },
        { on_error: "continue" }
      )
      assert.deepStrictEqual(told(answer), ["fixed self blocked failed", "Settings self blocked failed"])
      assert.match(answer.body["changes"][1].problem.detail, /branding\.login_note \(BRAND_LOGIN_NOTE\)/)
      assert.deepStrictEqual(
        changed(
          yield* document({
            oidc_providers: [{ ...provider, label: "Fixed" }],
            settings: { branding: { login_note: "From the environment" } }
          })
        ),
        []
      )
    })
  )

  it.effect("is a superadmin's, in a session, with fresh proof once something changes", () =>
    Effect.gen(function* () {
      yield* passkeyPolicyIs(true, false)
      const group = { groups: [{ name: "Proved" }] }
      const unproven = yield* superadmin(false)
      assert.strictEqual((yield* unproven.document(group, { dry_run: true })).status, 200)
      assert.strictEqual(said(yield* unproven.document(group)), "403 step_up_required")
      assert.strictEqual((yield* unproven.document({})).status, 200, "nothing changes")
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select count(*)::int as n from ui_groups where name = 'Proved'`, [
        { n: 0 }
      ] as never)
      for (const role of ["ui_admin", "ui_user", "ui_none"] as const) {
        const { browser } = yield* inBrowser(role, true)
        for (const [method, path, body] of [
          ["POST", "/api/admin/apply", { document: { version: 1 } }],
          ["GET", "/api/admin/apply/export", undefined]
        ] as const) {
          assert.strictEqual(
            (yield* Effect.promise(() => browser.send(method, path, body))).status,
            403,
            `${role} ${path}`
          )
        }
      }
      const { document, email } = yield* superadmin()
      const self = yield* document({ users: [{ email, full_name: "Some One", role: "ui_user" }] })
      assert.deepStrictEqual(
        ok(self)["changes"].map((change: any) => [change.outcome, change.problem.code]),
        [["failed", "state_conflict"]]
      )
    })
  )

  it.effect("what a provider gives stays the provider's, and its mapping names groups by their names", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { apply, document, send } = yield* superadmin()
      const person = (name: string) => ({ email: `${name}@example.org`, full_name: name, role: "ui_user" })
      const mapping = { claim: "groups", groups: [{ value: "storage", group: "Mapped" }] }
      const provider = {
        id: "maps",
        label: "Maps",
        enabled: true,
        config: { issuer: "https://maps.example.org", client_id: "stowage", group_mapping: mapping }
      }
      const whole = {
        groups: [{ name: "mapped", members: ["byhand@example.org"] }],
        users: [person("byhand"), person("given")],
        oidc_providers: [provider]
      }
      assert.strictEqual(ok(yield* document(whole))["counts"].done, 5)
      assert.deepStrictEqual(changed(yield* document(whole)), [])
      const [{ id } = { id: 0 }] = yield* sql<{ id: number }>`select id from ui_groups where name = 'mapped'`
      const kept = (yield* send("GET", "/oidc-providers")).body.find((one: any) => one.id === "maps")
      assert.deepStrictEqual(kept.config.group_mapping, {
        claim: "groups",
        groups: [{ value: "storage", group_id: id, privileged: false }]
      })
      yield* sql`insert into ui_group_members (group_id, user_id, by_hand) select ${id}::int, id, false from ui_users
        where email = 'given@example.org'`
      yield* sql`insert into ui_group_member_origins (group_id, user_id, provider_type, provider_id, created_at)
        select ${id}::int, id, 'oidc', 'maps', now() from ui_users where email = 'given@example.org'`
      const exported = ok(yield* send("GET", "/apply/export"))
      assert.deepStrictEqual(exported["document"].groups.find((one: any) => one.name === "mapped").members, [
        "byhand@example.org"
      ])
      assert.deepStrictEqual(
        exported["document"].oidc_providers.find((one: any) => one.id === "maps").config.group_mapping,
        { claim: "groups", groups: [{ value: "storage", privileged: false, group: "mapped" }] }
      )
      assert.deepStrictEqual(changed(yield* apply({ source: exported["source"] })), [])
      assert.deepStrictEqual(changed(yield* document({ groups: [{ name: "mapped", members: [] }] })), [
        "mapped links update done"
      ])
      assert.deepStrictEqual(
        yield* sql`select u.email, m.by_hand from ui_group_members m join ui_users u on u.id = m.user_id
          where m.group_id = ${id}`,
        [{ email: "given@example.org", by_hand: false }] as never
      )
      assert.deepStrictEqual(
        changed(yield* document({ groups: [{ name: "mapped", members: ["given@example.org"] }] })),
        [],
        "it is in it already, and it is the provider's to end"
      )
      const wrong = yield* document({
        oidc_providers: [
          {
            ...provider,
            config: {
              ...provider.config,
              group_mapping: { claim: "groups", groups: [{ value: "x", group: "No such" }] }
            }
          }
        ]
      })
      assert.deepStrictEqual(faults(wrong), [
        "payload.document.oidc_providers.0.config.group_mapping.groups.0.group: There is no group No such, " +
          "here or in the document"
      ])
      ok(yield* document({ oidc_providers: [{ ...provider, config: { ...provider.config, group_mapping: null } }] }))
    })
  )

  it.effect("two at once: one of each thing, and nothing lost", () =>
    Effect.gen(function* () {
      const { document } = yield* superadmin()
      const group = { groups: [{ name: "Raced", description: "x" }] }
      const answers = yield* Effect.all([document(group), document(group), document(group)], { concurrency: 3 })
      const outcomes = answers.flatMap((answer) =>
        ok(answer)["changes"].map((change: any) => `${change.outcome} ${change.problem?.code ?? ""}`.trim())
      )
      assert.strictEqual(outcomes.filter((one: string) => one === "done").length, 1, JSON.stringify(outcomes))
      assert.isTrue(
        outcomes.every((one: string) => ["done", "unchanged", "failed already_exists"].includes(one)),
        JSON.stringify(outcomes)
      )
      assert.deepStrictEqual(changed(yield* document(group)), [])
    })
  )

  it.effect(
    "hostile text is kept as text, or refused at its place",
    () =>
      Effect.gen(function* () {
        const { apply, document, send } = yield* superadmin()
        const names = [
          "../..",
          "%zz%00",
          "<script>alert(1)</script>",
          "no",
          "~",
          "'; drop table ui_groups; --",
          "\u202ereversed",
          "é".repeat(100)
        ]
        assert.strictEqual(
          ok(yield* document({ groups: names.map((name) => ({ name })) }))["counts"].done,
          names.length
        )
        const exported = yield* send("GET", "/apply/export")
        assert.deepStrictEqual(changed(yield* apply({ source: ok(exported)["source"] })), [])
        for (const name of ["a\0b", "a\ud800", "a\r\nb", "", " ", "x".repeat(1_024)]) {
          assert.strictEqual((yield* document({ groups: [{ name }] })).status, 422, JSON.stringify(name.slice(0, 10)))
        }
        const fields = yield* document(
          Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1]))
        )
        assert.strictEqual(fields.status, 422)
        assert.isAtMost(fields.body["errors"].length, 100)
      }),
    60_000
  )

  it.effect("the JSON Schema is served, and has every section", () =>
    Effect.gen(function* () {
      const { send } = yield* superadmin()
      const schema = ok(yield* send("GET", "/apply/schema"))
      assert.strictEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
      assert.include(JSON.stringify(schema), "storage_endpoints")
      assert.notInclude(JSON.stringify(schema), "#/definitions/")
    })
  )
})

function oidc(issuer: string) {
  return {
    issuer,
    client_id: "stowage",
    scopes: ["openid", "email", "profile"],
    allowed_algorithms: ["RS256"],
    use_userinfo: false,
    linking_policy: "manual",
    trusted_domains: [],
    ca_certificate: null
  }
}
