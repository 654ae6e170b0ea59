import { assert, describe, it as check, layer } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { readSettings } from "#layers/config/readSettings.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { Settings } from "#services/platform/Settings.ts"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser, password, somebody } from "./people.ts"
import { refusedBy } from "./refusedBy.ts"

type Json = Readonly<Record<string, any>>

/** The specification's compatibility table: each row needs a test with its number, or its first words. */
const holds = [
  "0122",
  "0119",
  "0118",
  "0117",
  "0116",
  "0115",
  "0107-0110",
  "0106",
  "0105",
  "0104",
  "0103",
  "0099",
  "0098",
  "0094, 0095",
  "0093",
  "0092",
  "0089",
  "0087",
  "0084",
  "0083",
  "0082",
  "0080",
  "0079",
  "0078",
  "0077",
  "0076",
  "0075",
  "0074",
  "0073",
  "0070",
  "0069",
  "2026-08 All application request and response objects",
  "2026-08 OIDC_PROVIDERS, LDAP_PROVIDERS",
  "2026-08 GET /manager/accounts removed",
  "2026-08 Keyrings",
  "2026-08 Context kind s3_user",
  "2026-08 Admin payload and response field consolidations",
  "2026-08 Manager object data-plane routes removed",
  "2026-08 GET /connections capabilities removed",
  "2026-03 Context selectors",
  "2026-09 Trusted proxy CIDRs",
  "0124",
  "0091",
  "0085",
  "2026-08 Clipboard API only",
  "2026-08 Topic responses",
  "0090",
  "0088",
  "0086",
  "0081",
  "0066",
  "2026-08 GET /portal/state",
  "2026-08 Portal access-key response"
]

const tests = globSync("**/*.test.ts", { cwd: path.resolve(import.meta.dirname, "..") })
  .map((file) => readFileSync(path.resolve(import.meta.dirname, "..", file), "utf8"))
  .join("\n")
  .replaceAll(/([([])\s+"/g, '$1"')

describe("compatibility boundaries", () => {
  check("each row has a test named after it", () => {
    // a name begins with its row; so does each line of a table of refusals
    const named = (row: string) => tests.includes(`("${row}`) || tests.includes(`["${row}`)
    assert.deepStrictEqual(
      holds.filter((row) => !named(row)),
      []
    )
  })
})

const ask = (browser: ConsoleBrowser, method: string, address: string, body?: object) =>
  Effect.map(
    Effect.promise(() => browser.send(method, address, body)),
    ({ body: row, code, status, text }) => ({
      said: `${status} ${code}`.trim(),
      row: row as Json,
      text,
      paths: ((row as Json)["errors"] ?? []).map((error: Json) => error["path"].join("."))
    })
  )

const endpointOf = (rest: object = {}) => ({
  name: `Gateway ${crypto.randomUUID()}`,
  url: `http://${crypto.randomUUID()}.example.org`,
  provider: "cluster",
  features_config: { features: {} },
  ...rest
})

const columns = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ name: string; type: string; nullable: string; fallback: string | null }>`
    select column_name as name, data_type as type, is_nullable as nullable, column_default as fallback
      from information_schema.columns where table_schema = 'public' and table_name = ${table}`,
      (rows) => new Map(rows.map((row) => [row.name, row]))
    )
  )

const gateway = Effect.fnUntraced(function* (admin: ConsoleBrowser) {
  const sandbox = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  const { row, said, text } = yield* ask(
    admin,
    "POST",
    "/api/admin/storage-endpoints",
    endpointOf({
      url: sandbox.url,
      admin_access_key: sandbox.admin.accessKey,
      admin_secret_key: sandbox.admin.secretKey,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
    })
  )
  assert.strictEqual(said, "201", text)
  return { id: row["id"] as number, sandbox }
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "compatibility of storage endpoints",
  (it) => {
    it.effect("0118: an endpoint's address is canonical: trimmed, without a slash at its end, there once", () =>
      Effect.gen(function* () {
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const host = crypto.randomUUID()
        const made = yield* ask(
          admin,
          "POST",
          "/api/admin/storage-endpoints",
          endpointOf({ url: `  HTTP://${host.toUpperCase()}.example.org:80/base//  ` })
        )
        assert.deepStrictEqual([made.said, made.row["url"]], ["201", `http://${host}.example.org/base`], made.text)
        const again = yield* ask(
          admin,
          "POST",
          "/api/admin/storage-endpoints",
          endpointOf({ url: `http://${host}.example.org/base/` })
        )
        assert.match(again.said, /^409 /)
        for (const url of ["", "   ", "/", "ftp://example.org", "http://", `http://${host}.example.org/?x=1`]) {
          const refused = yield* ask(admin, "POST", "/api/admin/storage-endpoints", endpointOf({ url }))
          assert.deepStrictEqual([refused.said, refused.paths], ["422 validation_failed", ["payload.url"]], url)
        }
        for (const url of ["http://trailing.example.org/", " http://space.example.org", ""]) {
          assert.isTrue(
            yield* refusedBy(
              Effect.flatMap(
                SqlClient.SqlClient,
                (sql) =>
                  sql`insert into storage_endpoints (name, url, features_config, created_at, updated_at)
                    values ('Raw', ${url}, '{"features":{}}', now(), now())`
              )
            ),
            `the table keeps no ${JSON.stringify(url)}`
          )
        }
      })
    )

    it.effect(
      "0117: admin_endpoint is no column and no field; the override is features.admin.endpoint, and detection " +
        "alone takes it",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          assert.isFalse((yield* columns("storage_endpoints")).has("admin_endpoint"))
          const override = { features: { admin: { enabled: true, endpoint: "http://admin.example.org" } } }
          const made = yield* ask(
            admin,
            "POST",
            "/api/admin/storage-endpoints",
            endpointOf({ features_config: override })
          )
          assert.strictEqual(made.said, "201", made.text)
          assert.deepStrictEqual(made.row["features_config"], override)
          assert.notProperty(made.row, "admin_endpoint")
          for (const [method, place, body] of [
            ["POST", "/api/admin/storage-endpoints", endpointOf({ admin_endpoint: "http://admin.example.org" })],
            ["PUT", `/api/admin/storage-endpoints/${made.row["id"]}`, { admin_endpoint: "http://admin.example.org" }]
          ] as const) {
            const refused = yield* ask(admin, method, place, body)
            assert.deepStrictEqual([refused.said, refused.paths], ["422 validation_failed", ["payload.admin_endpoint"]])
          }
          const detected = yield* ask(admin, "POST", "/api/admin/storage-endpoints/detect-features", {
            url: "http://127.0.0.1:9",
            admin_endpoint: "http://127.0.0.1:9"
          })
          assert.notInclude(detected.paths, "payload.admin_endpoint", detected.text)
        })
    )

    it.effect("0116: the provider is cluster, cloud or other, cluster unless it is said; no other word is kept", () =>
      Effect.gen(function* () {
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        for (const provider of ["cluster", "cloud", "other"]) {
          const made = yield* ask(admin, "POST", "/api/admin/storage-endpoints", endpointOf({ provider }))
          assert.deepStrictEqual([made.said, made.row["provider"]], ["201", provider], made.text)
        }
        for (const provider of ["ceph", "aws", "minio", "CLUSTER", "", null]) {
          const refused = yield* ask(admin, "POST", "/api/admin/storage-endpoints", endpointOf({ provider }))
          assert.deepStrictEqual(
            [refused.said, refused.paths[0]],
            ["422 validation_failed", "payload.provider"],
            String(provider)
          )
        }
        assert.include((yield* columns("storage_endpoints")).get("provider")?.fallback ?? "", "cluster")
        assert.isTrue(
          yield* refusedBy(
            Effect.flatMap(SqlClient.SqlClient, (sql) => sql`update storage_endpoints set provider = 'ceph'`)
          )
        )
      })
    )

    it.effect(
      "0115: features have canonical names alone: healthcheck_url, and neither url nor endpoint beside it",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const put = (features: unknown) =>
            ask(admin, "POST", "/api/admin/storage-endpoints", endpointOf({ features_config: features }))
          const canonical = {
            features: { healthcheck: { enabled: true, healthcheck_url: "http://health.example.org/up" } }
          }
          const made = yield* put(canonical)
          assert.deepStrictEqual([made.said, made.row["features_config"]], ["201", canonical], made.text)
          for (const [features, at] of [
            [{ features: { healthcheck: { enabled: true, url: "http://x.example.org" } } }, "features.healthcheck.url"],
            [
              { features: { healthcheck: { enabled: true, endpoint: "http://x.example.org" } } },
              "features.healthcheck.endpoint"
            ],
            [{ features: { admin_ops: { enabled: true } } }, "features.admin_ops"],
            [{ features: {}, version: 1 }, "version"],
            [{ admin: { enabled: true } }, "admin"],
            [{ features: { admin: true } }, "features.admin"]
          ] as const) {
            const refused = yield* put(features)
            assert.strictEqual(refused.said, "422 validation_failed", at)
            assert.include(refused.paths, `payload.features_config.${at}`)
          }
          assert.isTrue(
            yield* refusedBy(
              Effect.flatMap(
                SqlClient.SqlClient,
                (sql) => sql`update storage_endpoints set features_config = '{"admin": {}}'`
              )
            )
          )
        })
    )

    it.effect(
      "0084: what is tracked of a managed private access is ordered lists of names, none empty and none twice; " +
        "its row stays until it is cleaned up",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { record } = yield* inBrowser("ui_user", false)
          const [account] = yield* sql<{ id: number }>`
      insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at,
        gateway_name)
      select 'team', 'RGW00000000000000001', 'root', id, 'K', 'S', now(), 'team' from storage_endpoints limit 1
        returning id`
          const [access] = yield* sql<{ id: number }>`
      insert into private_accesses (rgw_account_id, user_id, person, iam_user_name, connection_name, groups,
        managed_policies, inline_policies, state, state_since, created_at)
      values (${account!.id}, ${record.user.id}, 'ada', 'stowage-ada', 'mine', '["b", "a"]', '[]',
        '[{"name": "own", "document": "{}"}]', 'active', now(), now()) returning id`
          for (const column of [
            "groups",
            "managed_policies",
            "tracked_groups",
            "tracked_managed_policies",
            "tracked_inline_policies"
          ]) {
            for (const list of [`["a", "a"]`, `["a", ""]`, `[1]`, `"a"`, `{}`, `null`]) {
              assert.isTrue(
                yield* refusedBy(
                  sql`update private_accesses set ${sql(column)} = ${list}::text::jsonb where id = ${access!.id}`
                ),
                `${column} ${list}`
              )
            }
          }
          assert.isTrue(
            yield* refusedBy(
              sql`update private_accesses set inline_policies = '[{"name": "a"}, {"name": "a"}]'
                where id = ${access!.id}`
            )
          )
          assert.isTrue(yield* refusedBy(sql`update private_accesses set state = 'gone' where id = ${access!.id}`))
          assert.isTrue(
            yield* refusedBy(sql`delete from rgw_accounts where id = ${account!.id}`),
            "without its account nobody could clean it up"
          )
          yield* sql`delete from ui_users where id = ${record.user.id}`
          assert.deepStrictEqual(
            yield* sql`select user_id, state, next_try_at is not null as due from private_accesses
              where id = ${access!.id}`,
            [{ user_id: null, state: "cleanup_pending", due: true }]
          )
          yield* sql`delete from private_accesses where id = ${access!.id}`
          yield* sql`delete from rgw_accounts where id = ${account!.id}`
        })
    )

    it.effect("0105: coordinates are floating point within the globe, or null", () =>
      Effect.gen(function* () {
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const known = yield* columns("storage_endpoints")
        assert.deepStrictEqual(
          ["latitude", "longitude"].map((name) => [known.get(name)?.type, known.get(name)?.nullable]),
          [
            ["double precision", "YES"],
            ["double precision", "YES"]
          ]
        )
        const made = yield* ask(
          admin,
          "POST",
          "/api/admin/storage-endpoints",
          endpointOf({ latitude: 52.520_008, longitude: -13.404_954 })
        )
        assert.deepStrictEqual([made.row["latitude"], made.row["longitude"]], [52.520_008, -13.404_954], made.text)
        for (const [field, value] of [
          ["latitude", "52.5"],
          ["latitude", 90.000_1],
          ["longitude", -180.5],
          ["longitude", true]
        ] as const) {
          const refused = yield* ask(admin, "POST", "/api/admin/storage-endpoints", endpointOf({ [field]: value }))
          assert.deepStrictEqual([refused.said, refused.paths], ["422 validation_failed", [`payload.${field}`]])
        }
      })
    )
  }
)

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "compatibility of gateway identities",
  (it) => {
    it.effect("0104: an RGW account has its identities, and nothing of what they were before", () =>
      Effect.gen(function* () {
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const { id } = yield* gateway(admin)
        const { row, said, text } = yield* ask(admin, "POST", "/api/admin/accounts", {
          name: "Analytics",
          storage_endpoint_id: id
        })
        assert.strictEqual(said, "201", text)
        assert.match(row["rgw_account_id"], /^RGW/)
        assert.isNotEmpty(row["rgw_user_uid"])
        assert.isNumber(row["id"])
        for (const gone of [
          "db_id",
          "root_rgw_user_uid",
          "is_s3_user",
          "root_user_email",
          "root_user_id",
          "quota_max_size_gb",
          "quota_max_objects",
          "max_buckets",
          "max_users",
          "max_roles",
          "max_groups"
        ]) {
          assert.notProperty(row, gone)
        }
        for (const gone of ["db_id", "is_s3_user", "root_user_email", "root_user_id", "quota_max_size_gb"]) {
          const refused = yield* ask(admin, "PUT", `/api/admin/accounts/${row["id"]}`, { [gone]: 1 })
          assert.deepStrictEqual([refused.said, refused.paths], ["422 validation_failed", [`payload.${gone}`]])
        }
        const known = yield* columns("rgw_accounts")
        for (const name of ["rgw_account_id", "rgw_user_uid", "storage_endpoint_id"])
          assert.strictEqual(known.get(name)?.nullable, "NO", name)
        assert.isFalse(known.has("db_id"))
        for (const name of ["rgw_account_id", "rgw_user_uid"]) {
          assert.isTrue(
            yield* refusedBy(
              Effect.flatMap(
                SqlClient.SqlClient,
                (sql) => sql`update rgw_accounts set ${sql(name)} = '' where id = ${row["id"]}`
              )
            ),
            name
          )
        }
      })
    )

    it.effect(
      "0094, 0095: RGW users and accounts belong to a storage endpoint: it is required, never null, and never another",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const { id } = yield* gateway(admin)
          const other = (yield* gateway(admin)).id
          for (const [place, body] of [
            ["accounts", { name: "Backups" }],
            ["s3-users", { name: "Plain", rgw_user_uid: `u${crypto.randomUUID().slice(0, 8)}` }]
          ] as const) {
            for (const endpoint of [{}, { storage_endpoint_id: null }]) {
              const refused = yield* ask(admin, "POST", `/api/admin/${place}`, { ...body, ...endpoint })
              assert.deepStrictEqual(
                [refused.said, refused.paths],
                ["422 validation_failed", ["payload.storage_endpoint_id"]]
              )
            }
            const made = yield* ask(admin, "POST", `/api/admin/${place}`, { ...body, storage_endpoint_id: id })
            assert.strictEqual(made.said, "201", made.text)
            for (const storage_endpoint_id of [null, other]) {
              const refused = yield* ask(admin, "PUT", `/api/admin/${place}/${made.row["id"]}`, { storage_endpoint_id })
              assert.match(refused.said, /^422 /, `${place} ${storage_endpoint_id}`)
            }
            assert.strictEqual(
              (yield* columns(place === "accounts" ? "rgw_accounts" : "rgw_users")).get("storage_endpoint_id")
                ?.nullable,
              "NO"
            )
          }
        })
    )

    it.effect(
      "0103: allow_manager_browser_data_access is false unless it is said, on both " +
        "kinds of links, for users and groups",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const { id } = yield* gateway(admin)
          const account = (yield* ask(admin, "POST", "/api/admin/accounts", {
            name: "Analytics",
            storage_endpoint_id: id
          })).row["id"]
          const s3 = (yield* ask(admin, "POST", "/api/admin/s3-users", {
            name: "Plain",
            rgw_user_uid: `u${crypto.randomUUID().slice(0, 8)}`,
            storage_endpoint_id: id
          })).row["id"]
          const person = (yield* somebody("ui_user")).user.id
          const team = (yield* ask(admin, "POST", "/api/admin/groups", { name: `Team ${crypto.randomUUID()}` })).row[
            "id"
          ]
          for (const place of [`users/${person}`, `groups/${team}`]) {
            const { row, said } = yield* ask(admin, "PUT", `/api/admin/${place}`, {
              account_links: [{ account_id: account, manager_role: "account_administrator" }],
              s3_user_links: [{ s3_user_id: s3 }]
            })
            assert.strictEqual(said, "200")
            assert.deepStrictEqual(
              [
                row["account_links"][0].allow_manager_browser_data_access,
                row["s3_user_links"][0].allow_manager_browser_data_access
              ],
              [false, false],
              place
            )
          }
          for (const table of ["user_associations", "group_associations"]) {
            const column = (yield* columns(table)).get("allow_manager_browser_data_access")
            assert.deepStrictEqual([column?.nullable, column?.fallback], ["NO", "false"], table)
            assert.isTrue(
              yield* refusedBy(
                Effect.flatMap(
                  SqlClient.SqlClient,
                  (sql) =>
                    sql`update ${sql(table)} set allow_manager_browser_data_access = true, manager_role = null,
                      portal_role = 'portal_user'`
                )
              ),
              "only with a Manager administrator role"
            )
          }
        })
    )

    it.effect("0098: no credential is kept in clear, wherever one is given", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const { id, sandbox } = yield* gateway(admin)
        yield* ask(admin, "POST", "/api/admin/accounts", { name: "Analytics", storage_endpoint_id: id })
        const secret = `secret-${crypto.randomUUID()}`
        assert.strictEqual(
          (yield* ask(admin, "POST", "/api/connections", {
            name: "Mine",
            storage_endpoint_id: id,
            access_key: "AKIAEXAMPLE",
            secret_key: secret,
            capabilities: { can_manage_iam: false }
          })).said,
          "201"
        )
        assert.strictEqual(
          (yield* ask(admin, "POST", "/api/admin/oidc-providers", {
            id: `p-${crypto.randomUUID().slice(0, 8)}`,
            label: "P",
            enabled: false,
            config: { issuer: "https://login.example.org", client_id: "x" },
            client_secret: secret
          })).said,
          "201"
        )
        const texts = yield* sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'
        and data_type in ('text', 'jsonb') and table_name not like 'cluster%'`
        for (const { name } of texts) {
          const [table, column] = name.split(".")
          const found = yield* sql<{
            told: boolean
          }>`select exists (select from ${sql(table!)} where ${sql(column!)}::text like ${`%${secret}%`}
            or ${sql(column!)}::text like ${`%${sandbox.admin.secretKey}%`}) as told`
          assert.isFalse(found[0]?.told, name)
        }
        const sealed = yield* sql<{ secret: string }>`
      select secret from rgw_accounts union all select secret from s3_connections union all select admin_secret
        from storage_endpoints where admin_secret is not null union all select secret from identity_providers
        where secret is not null`
        assert.isAbove(sealed.length, 3)
        for (const row of sealed) assert.match(row.secret, /^v1\./)
      })
    )
  }
)

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "compatibility of people and state",
  (it) => {
    it.effect(
      "0119: the first administrator is made once, of what nobody configured: SEED_ " +
        "and SUPER_ADMIN_ variables make nobody",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const env = {
            DATA_DIR: yield* temporaryFolder(),
            SEED_SUPER_ADMIN: "true",
            SEED_ADMIN_EMAIL: "root@example.org",
            SUPER_ADMIN_EMAIL: "root@example.org",
            SUPER_ADMIN_PASSWORD: "a password that nobody reads"
          }
          const settings = yield* readSettings.pipe(
            Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
          )
          assert.notInclude(JSON.stringify(settings), "root@example.org")
          yield* inBrowser("ui_superadmin", false)
          const { publicOrigin } = yield* Settings
          const refused = yield* Effect.promise(() =>
            fetch(`${publicOrigin}/api/auth/bootstrap`, {
              method: "POST",
              headers: {
                "content-type": "application/json",
                origin: publicOrigin,
                "x-service-bootstrap-token": "x".repeat(43)
              },
              body: JSON.stringify({ email: "second@example.org", full_name: "Second", password })
            })
          )
          assert.strictEqual(refused.status, 403)
          assert.isTrue(
            yield* refusedBy(sql`insert into bootstrap_tokens (singleton) values (true)`),
            "there is one row, for ever"
          )
          assert.isTrue(yield* refusedBy(sql`insert into bootstrap_tokens (singleton) values (false)`))
        })
    )

    it.effect(
      "0107-0110: sessions, refresh values and tokens are rows that know a digest " +
        "alone; an ended S3 session has no secret",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const made = yield* ask(admin, "POST", "/api/auth/api-tokens", { name: "Robot", scopes: ["admin.read"] })
          assert.strictEqual(made.said, "201", made.text)
          const token = made.row["token"] as string
          assert.match(token, /^stw_/)
          const [row] = yield* sql<{
            text: string
          }>`select t::text as text from api_tokens t order by created_at desc limit 1`
          assert.notInclude(row?.text ?? "", token)
          assert.notInclude(row?.text ?? "", token.split(".").at(-1) ?? "")
          assert.strictEqual(
            (yield* ask(admin, "POST", "/api/auth/api-tokens", { name: "Robot", scopes: [] })).said,
            "422 validation_failed",
            "no token without a scope"
          )
          const constraints = yield* sql<{
            def: string
          }>`select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = 'auth_sessions'::regclass
            and contype = 'c'`
          assert.isTrue(
            constraints.some(({ def }) => /revoked_at IS NULL\) OR \(s3_credentials IS NULL/.test(def)),
            "the table itself keeps no secret of an ended session"
          )
        })
    )

    it.effect(
      "0089: a custom endpoint has exactly its present fields, booleans for TLS, and is cleared for a registered one",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const custom = {
            url: "https://s3.example.org",
            provider: "other",
            region: "eu",
            verify_tls: true,
            force_path_style: true
          }
          const body = {
            name: "Off-site",
            access_key: "AKIAEXAMPLE",
            secret_key: "not a real one",
            capabilities: { can_manage_iam: false }
          }
          const made = yield* ask(admin, "POST", "/api/connections", { ...body, custom_endpoint: custom })
          assert.deepStrictEqual([made.said, made.row["custom_endpoint"]], ["201", custom], made.text)
          for (const [wrong, at] of [
            [{ ...custom, verify_tls: "true" }, "verify_tls"],
            [{ ...custom, endpoint_url: "x" }, "endpoint_url"],
            [{ ...custom, provider: "ceph" }, "provider"]
          ] as const) {
            const refused = yield* ask(admin, "POST", "/api/connections", { ...body, custom_endpoint: wrong })
            assert.strictEqual(refused.said, "422 validation_failed", at)
            assert.isTrue(
              refused.paths.some((one: string) => one.endsWith(at)),
              refused.text
            )
          }
          assert.isTrue(
            yield* refusedBy(
              sql`update s3_connections set custom_endpoint = '{"url": "https://s3.example.org"}'
                where id = ${made.row["id"]}`
            )
          )
        })
    )

    it.effect("0086: operations of a billed day are an object of counts; a malformed one is a fault, not a zero", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const insert = (operations: string) => sql`
          insert into billing_daily (subject_type, subject_id, day, subject_name, storage_endpoint_id,
            storage_endpoint_name, measured_hours, operations, collected_hours)
          values ('S3User', 7, '2026-10-01', 'robot', 1, 'Paris', 24, ${operations}::text::jsonb, 24)`
        for (const operations of ["[]", "7", '"text"', "null"]) assert.isTrue(yield* refusedBy(insert(operations)))
        const days = ask(admin, "GET", "/api/admin/billing/daily")
        yield* insert('{"get_obj": 7}')
        const { row } = yield* days
        assert.deepStrictEqual(row["items"][0].operations, { get_obj: 7 })
        yield* sql`update billing_daily set operations = '{"get_obj": "many"}'`
        assert.match((yield* days).said, /^500/)
        yield* sql`delete from billing_daily`
      })
    )

    it.effect("0087: metadata of the audit trail is an object; what is none is wrapped, too much is a preview", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const known = (yield* columns("audit_logs")).get("metadata")
        assert.deepStrictEqual([known?.type, known?.nullable], ["jsonb", "NO"])
        for (const metadata of ["[]", "7", '"text"', "null"]) {
          assert.isTrue(
            yield* refusedBy(sql`
        insert into audit_logs (created_at, actor_via, scope, action, entity_type, status, message, metadata)
          values (now(), 'job', 'admin', 'test.row', 'thing', 'success', 'm', ${metadata}::text::jsonb)`),
            metadata
          )
        }
      })
    )

    it.effect(
      "0083: the scopes of an OIDC provider are a list of trimmed texts that is not empty, openid, email and " +
        "profile unless said",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const create = (config: object) =>
            ask(admin, "POST", "/api/admin/oidc-providers", {
              id: `p-${crypto.randomUUID().slice(0, 8)}`,
              label: "Company",
              enabled: false,
              config: { issuer: "https://login.example.org", client_id: "x", ...config }
            })
          const made = yield* create({})
          assert.deepStrictEqual(
            [made.said, made.row["config"].scopes],
            ["201", ["openid", "email", "profile"]],
            made.text
          )
          assert.deepStrictEqual(
            (yield* create({ scopes: ["openid", " email "] })).row["config"].scopes,
            ["openid", "email"],
            "trimmed"
          )
          for (const scopes of [[], "openid email", ["openid", ""], ["openid", "  "], ["openid", 1], ["email"], null]) {
            const refused = yield* create({ scopes })
            assert.strictEqual(refused.said, "422 validation_failed", JSON.stringify(scopes))
            assert.isTrue(
              refused.paths.every((one: string) => one.startsWith("payload.config.scopes")),
              refused.text
            )
          }
        })
    )

    it.effect("0080: the payload of a notification is an object, empty unless it is said, and never null", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const known = (yield* columns("notifications")).get("payload_json")
        assert.deepStrictEqual(
          [known?.type, known?.nullable, /'\{\}'/.test(known?.fallback ?? "")],
          ["jsonb", "NO", true]
        )
        const { browser, record } = yield* inBrowser("ui_superadmin", false)
        yield* (yield* NotificationRecords).addForRoles(
          ["ui_superadmin"],
          { type: "note", severity: "info", title: "t", message: "m", payload: {} },
          yield* DateTime.now
        )
        assert.deepStrictEqual((yield* ask(browser, "GET", "/api/notifications")).row["items"][0].payload_json, {})
        for (const payload of ["[]", "7", "null"]) {
          assert.isTrue(
            yield* refusedBy(sql`
        insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
          values (${record.user.id}, 'note', 'info', 't', 'm', ${payload}::text::jsonb, now())`),
            payload
          )
        }
      })
    )

    it.effect(
      "0079: preferences keep theme and selected_portal_account_id; what was there beside them is read no more",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { browser, record } = yield* inBrowser("ui_user", false)
          yield* sql`update ui_users
            set preferences = '{"theme": "dark", "selected_portal_account_id": "12", "language": "fr", "tables": {"rows": 50}}' where id = ${record.user.id}`
          assert.deepStrictEqual((yield* ask(browser, "GET", "/api/users/me")).row["preferences"], {
            theme: "dark",
            selected_portal_account_id: "12"
          })
          const saved = yield* ask(browser, "PUT", "/api/users/me", { preferences: { theme: "light" } })
          assert.strictEqual(saved.said, "200", saved.text)
          const [row] = yield* sql<{
            text: string
          }>`select preferences::text as text from ui_users where id = ${record.user.id}`
          assert.notInclude(row?.text ?? "", "language")
        })
    )

    it.effect("0077: capabilities of a connection are an object with the boolean can_manage_iam", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const body = {
          name: `Off-site ${crypto.randomUUID()}`,
          access_key: "AKIAEXAMPLE",
          secret_key: "x",
          custom_endpoint: {
            url: "https://s3.example.org",
            provider: "other",
            region: "",
            verify_tls: true,
            force_path_style: true
          }
        }
        for (const capabilities of [
          {},
          { can_manage_iam: "yes" },
          { can_manage_iam: null },
          { can_manage_iam: true, can_browse: true },
          [],
          null
        ]) {
          const refused = yield* ask(admin, "POST", "/api/connections", { ...body, capabilities })
          assert.strictEqual(refused.said, "422 validation_failed", JSON.stringify(capabilities))
          assert.isTrue(
            refused.paths.every((one: string) => one.startsWith("payload.capabilities")),
            refused.text
          )
        }
        const made = yield* ask(admin, "POST", "/api/connections", { ...body, capabilities: { can_manage_iam: true } })
        assert.deepStrictEqual(made.row["capabilities"], { can_manage_iam: true }, made.text)
        for (const text of ["{}", '{"can_manage_iam": "yes"}', "[]"]) {
          assert.isTrue(
            yield* refusedBy(
              sql`update s3_connections set capabilities = ${text}::text::jsonb where id = ${made.row["id"]}`
            ),
            text
          )
        }
      })
    )

    it.effect("0076: nothing is indexed by provider_id alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql<{
            name: string
          }>`select indexname as name from pg_indexes where schemaname = 'public' and indexdef ~ '\\(provider_id\\)'`,
          []
        )
      })
    )

    it.effect("0075: a session of S3 keys holds a whole snapshot of what its keys can do", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const capabilities of [null, "[]"]) {
          assert.isTrue(
            yield* refusedBy(sql`
        insert into auth_sessions (id, kind, created_at, last_used_at, idle_expires_at, absolute_expires_at,
          s3_endpoint, capabilities)
        values (gen_random_uuid(), 's3', now(), now(), now(), now(), '{}', ${capabilities}::text::jsonb)`)
          )
        }
        const constraints = yield* sql<{
          def: string
        }>`select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = 'auth_sessions'::regclass
          and contype = 'c'`
        assert.isTrue(constraints.some(({ def }) => /kind = 's3'.* = \(capabilities IS NOT NULL\)/.test(def)))
      })
    )

    it.effect("0074: every moment is kept with its time zone, and told with an offset", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp without time zone' and table_name not like 'cluster%'
        and table_name <> 'schema_migrations'`,
          []
        )
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        const answers = yield* Effect.forEach(["users", "groups", "storage-endpoints", "audit/logs"], (place) =>
          ask(admin, "GET", `/api/admin/${place}`)
        )
        const moments = answers.flatMap(({ text }) =>
          Array.from(text.matchAll(/"\w+_at":"([^"]+)"/g), ([, moment]) => moment ?? "")
        )
        assert.isAbove(moments.length, 2)
        for (const moment of moments) assert.match(moment, /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/)
      })
    )

    it.effect(
      "2026-08 All application request and response objects reject unknown properties, at every depth (every " +
        "one: test/http/badInput)",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          const person = (yield* somebody("ui_user")).user.id
          for (const [body, at] of [
            [{ nonsense: 1 }, "nonsense"],
            [{ privileges: { root: true } }, "privileges.root"],
            [
              { account_links: [{ account_id: 1, manager_role: "account_administrator", is_root: true }] },
              "account_links.0.is_root"
            ]
          ] as const) {
            const refused = yield* ask(admin, "PUT", `/api/admin/users/${person}`, body)
            assert.deepStrictEqual([refused.said, refused.paths], ["422 validation_failed", [`payload.${at}`]])
          }
        })
    )

    it.effect(
      "2026-08 OIDC_PROVIDERS, LDAP_PROVIDERS entries reject unknown fields, those of a group mapping too",
      () =>
        Effect.gen(function* () {
          const entry = (rest: object) => ({
            id: "corp",
            label: "Corp",
            config: { issuer: "https://login.example.org", client_id: "x", ...rest }
          })
          const read = (OIDC_PROVIDERS: unknown) =>
            Effect.gen(function* () {
              const env = { DATA_DIR: yield* temporaryFolder(), OIDC_PROVIDERS: JSON.stringify([OIDC_PROVIDERS]) }
              return yield* Effect.exit(
                readSettings.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
              )
            })
          assert.strictEqual(
            (yield* read(entry({ group_mapping: { claim: "groups", groups: [{ value: "storage", group_id: 4 }] } })))
              ._tag,
            "Success"
          )
          for (const wrong of [
            { ...entry({}), colour: "red" },
            entry({ authorization_url: "x" }),
            entry({ group_mapping: { claim: "groups", groups: [{ value: "storage", group_id: 4, role: "x" }] } })
          ]) {
            assert.strictEqual((yield* read(wrong))._tag, "Failure", JSON.stringify(wrong))
          }
        })
    )

    it.effect("2026-08 GET /manager/accounts removed, and the other routes that went: all are 404", () =>
      Effect.gen(function* () {
        const admin = (yield* inBrowser("ui_superadmin", true)).browser
        for (const [method, place] of [
          ["GET", "/api/manager/accounts"],
          ["GET", "/api/admin/stats/overview"],
          ["POST", "/api/admin/users/1/assign-account"],
          ["GET", "/api/connections/1/capabilities"],
          ["GET", "/api/portal/eligibility"],
          ["GET", "/api/portal/access-logs"],
          ["GET", "/api/portal/transfers"],
          ["GET", "/api/portal/transfers/server-access-logs"],
          ["GET", "/api/auth/users"],
          ["GET", "/api/auth/sessions"],
          ["GET", "/api/auth/link-requests"]
        ] as const)
          assert.strictEqual(
            (yield* ask(admin, method, place, method === "POST" ? {} : undefined)).said,
            "404 not_found",
            `${method} ${place}`
          )
        assert.strictEqual(
          (yield* ask(admin, "GET", "/api/me/execution-contexts?workspace=manager")).said,
          "200",
          "the catalogue takes their place"
        )
      })
    )

    it.effect(
      "2026-08 Manager object data-plane routes removed: they are 404 for who may act there, whatever the method",
      () =>
        Effect.gen(function* () {
          const admin = (yield* inBrowser("ui_superadmin", true)).browser
          for (const [method, place] of [
            ["POST", "objects/upload"],
            ["POST", "objects/folders"],
            ["DELETE", "objects"],
            ["POST", "objects/delete"],
            ["GET", "objects/presign"],
            ["GET", "objects/download"],
            ["POST", "objects"],
            ["PUT", "objects"],
            ["PATCH", "objects"],
            ["DELETE", "objects/readme.txt"],
            ["GET", "objects/download-link"],
            ["POST", "folders"]
          ] as const) {
            const { said } = yield* ask(
              admin,
              method,
              `/api/manager/buckets/some-bucket/${place}?context_id=1`,
              method === "POST" ? {} : undefined
            )
            assert.match(said, /^404 not_found$/, `${method} ${place}`)
          }
        })
    )

    it.effect(
      "2026-08 Keyrings: JWT_KEYS and CREDENTIAL_KEYS alone count; FERNET_KEY and CREDENTIAL_KEY are ignored",
      () =>
        Effect.gen(function* () {
          const single = {
            FERNET_KEY: "singular-fernet-key-of-a-test",
            CREDENTIAL_KEY: "singular-credential-key-of-a-test"
          }
          const env = { DATA_DIR: yield* temporaryFolder(), ...single }
          const settings = yield* readSettings.pipe(
            Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))
          )
          assert.notInclude(
            JSON.stringify(settings, (_, value) =>
              Redacted.isRedacted(value) ? String(Redacted.value(value)) : value
            ),
            "singular-"
          )
        })
    )

    it.effect("2026-08 Context kind s3_user replaces legacy_user, and 2026-03 selectors are refused", () =>
      Effect.gen(function* () {
        const { browser } = yield* inBrowser("ui_user", false)
        for (const context of [
          "legacy-3",
          "legacy_user-3",
          "s3_user-3",
          "-1",
          "null",
          "-12",
          "0",
          "s3u-0",
          "cluster-1"
        ]) {
          const { said } = yield* ask(browser, "GET", `/api/manager/buckets?context_id=${context}`)
          assert.strictEqual(said, "400 invalid_context", context)
        }
        assert.strictEqual((yield* ask(browser, "GET", "/api/manager/buckets?context_id=s3u-3")).said, "404 not_found")
      })
    )

    it.effect(
      "2026-03 Context selectors -1, null and negative ids are 400, and BILLING_ENABLED and " +
        "HEALTHCHECK_ENABLED switch nothing",
      () =>
        Effect.gen(function* () {
          const { browser } = yield* inBrowser("ui_user", false)
          for (const workspace of ["manager", "browser"]) {
            for (const context of ["-1", "null", "-7", "undefined", ""]) {
              const { said } = yield* ask(
                browser,
                "GET",
                workspace === "manager"
                  ? `/api/manager/buckets?context_id=${context}`
                  : `/api/browser/buckets/search?context_id=${context}`
              )
              assert.strictEqual(said, "400 invalid_context", `${workspace} ${context}`)
            }
          }
          const read = (env: Record<string, string>) =>
            Effect.gen(function* () {
              const settings = yield* readSettings.pipe(
                Effect.provide(
                  ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DATA_DIR: yield* temporaryFolder(), ...env } }))
                )
              )
              return JSON.stringify({ ...settings, dataDir: "", rings: "" }).replace(/stowage-[\w-]+/g, "")
            })
          assert.strictEqual(yield* read({ BILLING_ENABLED: "true", HEALTHCHECK_ENABLED: "false" }), yield* read({}))
        })
    )

    it.effect("2026-09 Trusted proxy CIDRs are mandatory in production, and so are the key rings", () =>
      Effect.gen(function* () {
        const env = {
          DATA_DIR: yield* temporaryFolder(),
          STOWAGE_MODE: "production",
          PUBLIC_ORIGIN: "https://stowage.example.org"
        }
        const failure = yield* Effect.flip(
          readSettings.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
        )
        assert.include(failure.message, "TRUSTED_PROXY_CIDRS")
        for (const ring of ["UI_JWT_KEYS", "API_JWT_KEYS", "JWT_KEYS", "CREDENTIAL_KEYS"])
          assert.include(failure.message, ring)
      })
    )
  }
)
