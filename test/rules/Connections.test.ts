import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { type Answer, ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { somebody } from "./people.ts"

const secret = "secret-of-connections-9Xq"

const person = Effect.fnUntraced(function* (role: UiRole = "ui_user", verified = true) {
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, verified ? yield* DateTime.now : null)
  const browser = new ConsoleBrowser((yield* Settings).publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  const send = (method: string, path: string, body?: unknown) =>
    Effect.promise(() => browser.send(method, `/api${path}`, body))
  return { ...record.user, send, browser }
})
type Person = Effect.Success<ReturnType<typeof person>>

const world = Effect.gen(function* () {
  const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: `Gateway ${crypto.randomUUID()}`,
    url: gateway.url
  })
  const account = gateway.accounts[0]!
  const keys = { access_key: account.accessKey, secret_key: account.secretKey }
  const others = { access_key: gateway.accounts[1]!.accessKey, secret_key: gateway.accounts[1]!.secretKey }
  const manual = { url: gateway.url.replace("127.0.0.1", "localhost"), region: "default" }
  return { endpoint, gateway, keys, manual, others, sql: yield* SqlClient.SqlClient }
})

const made = (answer: Answer) => {
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.body as { readonly id: number; readonly version: number; readonly [name: string]: any }
}
const said = ({ code, status }: Answer) => `${status} ${code}`.trim()
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

layer(
  WholeService({
    allowedStorageHosts: ["localhost", "*.example.org"],
    outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
  }),
  { excludeTestServices: true, timeout: "120 seconds" }
)("S3 connections", (it) => {
  it.effect("bound to a registered endpoint, the custom document is cleared and the endpoint's TLS flag holds", () =>
    Effect.gen(function* () {
      const { endpoint, keys, manual } = yield* world
      const { send } = yield* person()
      const one = made(
        yield* send("POST", "/connections", {
          name: "Typed in",
          custom_endpoint: { ...manual, provider: "cloud", verify_tls: false, force_path_style: true },
          ...keys
        })
      )
      assert.deepStrictEqual(one["custom_endpoint"], {
        ...manual,
        provider: "cloud",
        verify_tls: false,
        force_path_style: true
      })
      assert.deepInclude(one, {
        storage_endpoint_id: null,
        verify_tls: false,
        ownership: "private",
        server_managed: false,
        owner_type: null,
        unusable_reason: null
      })
      assert.deepStrictEqual(one["capabilities"], { can_manage_iam: false })
      const bound = yield* send("PUT", `/connections/${one.id}`, { storage_endpoint_id: endpoint.id, ...keys })
      assert.deepInclude(bound.body, {
        storage_endpoint_id: endpoint.id,
        custom_endpoint: null,
        verify_tls: true,
        endpoint_url: endpoint.url,
        version: 2
      })
      yield* (yield* StorageEndpoints).update(administrator, endpoint.id, { verify_tls: false })
      assert.strictEqual((yield* send("GET", `/connections/${one.id}`)).body["verify_tls"], false)
    })
  )

  it.effect("another address asks for the keys again; neither the secret nor the session token is ever told", () =>
    Effect.gen(function* () {
      const { endpoint, manual, sql } = yield* world
      const { send } = yield* person()
      const one = made(
        yield* send("POST", "/connections", {
          name: "Temporary",
          custom_endpoint: manual,
          access_key: "AKIAEXAMPLE",
          secret_key: secret,
          session_token: `${secret}-token`,
          expires_at: "2126-01-01T00:00:00+02:00"
        })
      )
      assert.deepInclude(one, { has_session_token: true, access_key: "AKIAEXAMPLE" })
      assert.strictEqual(one["expires_at"], "2125-12-31T22:00:00.000Z")
      for (const place of [
        { storage_endpoint_id: endpoint.id },
        { custom_endpoint: { url: "https://s3.example.org" } },
        { custom_endpoint: { ...manual, verify_tls: false } }
      ]) {
        const moved = yield* send("PUT", `/connections/${one.id}`, place)
        assert.strictEqual(said(moved), "422 validation_failed", JSON.stringify(place))
        assert.deepStrictEqual(moved.body["errors"][0].path, ["payload", "secret_key"])
      }
      assert.strictEqual(
        said(yield* send("PUT", `/connections/${one.id}`, { secret_key: secret })),
        "422 validation_failed"
      )
      assert.strictEqual(
        said(yield* send("PUT", `/connections/${one.id}`, { session_token: secret })),
        "422 validation_failed"
      )
      assert.strictEqual(
        said(yield* send("PUT", `/connections/${one.id}`, { custom_endpoint: { ...manual, region: "elsewhere" } })),
        "200"
      )
      const rows = JSON.stringify(
        [yield* sql`select * from s3_connections`, yield* sql`select * from audit_logs`],
        (_, value) => (typeof value === "bigint" ? String(value) : value)
      )
      assert.notInclude(rows, secret)
      assert.include(rows, "v1.")
      assert.notInclude(JSON.stringify((yield* send("GET", "/connections")).body), secret)
    })
  )

  it.effect("another person's, and a shared one, is not found under /connections, whoever asks", () =>
    Effect.gen(function* () {
      const { keys, manual } = yield* world
      const [owner, other, admin] = [yield* person(), yield* person(), yield* person("ui_superadmin")]
      const { id } = made(yield* owner.send("POST", "/connections", { name: "Mine", custom_endpoint: manual, ...keys }))
      const shared = made(
        yield* admin.send("POST", "/admin/s3-connections", { name: unique("Ours"), custom_endpoint: manual, ...keys })
      )
      const attempts = (at: number | string) =>
        [
          ["GET", `/connections/${at}`],
          ["PUT", `/connections/${at}`, { name: "Stolen" }],
          ["PUT", `/connections/${at}/tags`, { tags: [] }],
          ["POST", `/connections/${at}/probe`],
          ["POST", `/connections/${at}/keys`, keys],
          ["DELETE", `/connections/${at}`]
        ] as const
      for (const who of [other, admin]) {
        for (const [method, path, body] of attempts(id))
          assert.strictEqual(said(yield* who.send(method, path, body)), "404 not_found", `${method} ${path}`)
      }
      for (const [method, path, body] of attempts(shared.id))
        assert.strictEqual(said(yield* owner.send(method, path, body)), "404 not_found", path)
      for (const [method, path, body] of attempts(id))
        assert.strictEqual(
          said(yield* admin.send(method, path.replace("/connections", "/admin/s3-connections"), body)),
          "404 not_found",
          path
        )
      assert.strictEqual(said(yield* other.send("GET", `/connections/${2_147_483_648}`)), "422 validation_failed")
      assert.deepStrictEqual(
        (yield* owner.send("GET", "/connections")).body.map((one: { name: string }) => one.name),
        ["Mine"]
      )
      assert.deepStrictEqual((yield* other.send("GET", "/connections")).body, [] as never)
      assert.strictEqual(said(yield* other.send("GET", "/me/execution-contexts?workspace=manager")), "200")
      assert.strictEqual(said(yield* other.send("GET", `/manager/buckets?context_id=conn-${id}`)), "404 not_found")
    })
  )

  it.effect(
    "2026-08 GET /connections capabilities removed: the answer includes capabilities, and their own route is 404",
    () =>
      Effect.gen(function* () {
        const { keys, manual } = yield* world
        const { send } = yield* person()
        const { id } = made(
          yield* send("POST", "/connections", {
            name: "Mine",
            custom_endpoint: manual,
            capabilities: { can_manage_iam: true },
            ...keys
          })
        )
        assert.strictEqual(said(yield* send("GET", `/connections/${id}/capabilities`)), "404 not_found")
        assert.deepStrictEqual((yield* send("GET", "/connections")).body[0].capabilities, { can_manage_iam: true })
        for (const capabilities of [
          null,
          {},
          { can_manage_iam: null },
          { can_manage_iam: "yes" },
          { can_manage_iam: true, more: true }
        ]) {
          assert.strictEqual(
            said(yield* send("PUT", `/connections/${id}`, { capabilities })),
            "422 validation_failed",
            JSON.stringify(capabilities)
          )
        }
      })
  )

  it.effect("0106: there are no temporary-connection fields; session_token and expires_at remain", () =>
    Effect.gen(function* () {
      const { keys, manual, sql } = yield* world
      const { send } = yield* person()
      for (const field of [
        "is_temporary",
        "temp_user_uid",
        "temp_access_key_id",
        "server_managed",
        "owner_user_id",
        "ownership",
        "tags_json"
      ]) {
        const answer = yield* send("POST", "/connections", {
          name: "Mine",
          custom_endpoint: manual,
          ...keys,
          [field]: true
        })
        assert.strictEqual(said(answer), "422 validation_failed", field)
        assert.deepStrictEqual(
          answer.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.join(".")),
          [`payload.${field}`]
        )
      }
      const columns = (yield* sql<{
        name: string
      }>`select column_name as name from information_schema.columns where table_name = 's3_connections'`).map(
        ({ name }) => name
      )
      assert.includeMembers(columns, ["expires_at", "has_session_token"])
      for (const gone of ["is_temporary", "temp_user_uid", "temp_access_key_id"]) assert.notInclude(columns, gone)
    })
  )

  it.effect(
    "0070: server_managed is false unless the service made it, and what it manages is not changed by hand",
    () =>
      Effect.gen(function* () {
        const { keys, manual, sql } = yield* world
        const { send } = yield* person()
        const { id, server_managed } = made(
          yield* send("POST", "/connections", { name: "Mine", custom_endpoint: manual, ...keys })
        )
        assert.isFalse(server_managed)
        yield* sql`update s3_connections set server_managed = true where id = ${id}`
        assert.strictEqual(said(yield* send("PUT", `/connections/${id}`, { name: "Other" })), "409 state_conflict")
        assert.strictEqual(said(yield* send("DELETE", `/connections/${id}`)), "409 state_conflict")
        assert.strictEqual(said(yield* send("POST", `/connections/${id}/keys`, keys)), "409 state_conflict")
      })
  )

  it.effect("0073: owner types are iam_user, account_user, s3_user and null", () =>
    Effect.gen(function* () {
      const { keys, manual } = yield* world
      const { send } = yield* person()
      const { id } = made(yield* send("POST", "/connections", { name: "Mine", custom_endpoint: manual, ...keys }))
      for (const owner_type of ["iam_user", "account_user", "s3_user", null]) {
        assert.strictEqual((yield* send("PUT", `/connections/${id}`, { owner_type })).body["owner_type"], owner_type)
      }
      for (const owner_type of ["root", "", "IAM_USER", 1])
        assert.strictEqual(said(yield* send("PUT", `/connections/${id}`, { owner_type })), "422 validation_failed")
    })
  )

  it.effect(
    "0078: tags are rows of their own; colours and scopes are shared by all " +
      "connections of one owner, and of nobody else",
    () =>
      Effect.gen(function* () {
        const { keys, manual, sql } = yield* world
        const [{ send }, other] = [yield* person(), yield* person()]
        const named = (name: string) => ({ name, custom_endpoint: manual, ...keys })
        const one = made(
          yield* send("POST", "/connections", {
            ...named("One"),
            tags: [
              { label: "Prod", color: "red" },
              { label: "internal", scope: "administrative" }
            ]
          })
        )
        const two = made(yield* send("POST", "/connections", { ...named("Two"), tags: [{ label: "prod" }] }))
        assert.deepStrictEqual(two["tags"], [{ label: "prod", color: "red", scope: "standard" }])
        const theirs = made(yield* other.send("POST", "/connections", { ...named("One"), tags: [{ label: "prod" }] }))
        assert.deepStrictEqual(theirs["tags"], [{ label: "prod", color: "gray", scope: "standard" }])
        yield* send("PUT", `/connections/${two.id}/tags`, { tags: [{ label: "prod", color: "green" }] })
        const after = (yield* send("GET", `/connections/${one.id}`)).body["tags"]
        assert.deepStrictEqual(after, [
          { label: "internal", color: "gray", scope: "administrative" },
          { label: "prod", color: "green", scope: "standard" }
        ])
        const [context] = (yield* send("GET", "/me/execution-contexts?workspace=browser"))
          .body as unknown as ReadonlyArray<{ tags: unknown }>
        assert.deepStrictEqual(context!.tags, [{ label: "prod", color: "green" }])
        for (const tags of [
          null,
          [{ label: "a" }, { label: "A" }],
          [{ label: "" }],
          [{ label: "x", scope: "secret" }],
          [{ label: "x", color: "url(x)" }],
          Array.from({ length: 21 }, (_, n) => ({ label: `t${n}` }))
        ]) {
          assert.strictEqual(
            said(yield* send("PUT", `/connections/${one.id}/tags`, { tags })),
            "422 validation_failed",
            JSON.stringify(tags)
          )
        }
        yield* send("PUT", `/connections/${one.id}/tags`, { tags: [] })
        yield* send("DELETE", `/connections/${two.id}`)
        const left = yield* sql<{
          n: number
        }>`select count(*)::int as n from connection_tags t join s3_connections c on c.owner_user_id = t.owner_user_id
          where c.id = ${one.id}`
        assert.deepStrictEqual(left, [{ n: 0 }])
        const columns = yield* sql<{
          name: string
        }>`select column_name as name from information_schema.columns where table_name = 's3_connections'`
        assert.notInclude(
          columns.map(({ name }) => name),
          "tags_json"
        )
      })
  )

  it.effect("0069 shared connections Manager-only: a linked user has it in Manager, and Browser says why not", () =>
    Effect.gen(function* () {
      const { keys, manual, sql } = yield* world
      const [admin, linked, stranger] = [yield* person("ui_admin"), yield* person(), yield* person()]
      const shared = made(
        yield* admin.send("POST", "/admin/s3-connections", { name: unique("Ours"), custom_endpoint: manual, ...keys })
      )
      assert.deepInclude(shared, { ownership: "shared", remediation_reason: null, user_count: 0 })
      assert.deepStrictEqual(shared["workspaces"], ["manager"])
      const context_id = `conn-${shared.id}`
      const contexts = (who: Person, workspace: string) =>
        Effect.map(who.send("GET", `/me/execution-contexts?workspace=${workspace}`), ({ body }) =>
          (body as unknown as ReadonlyArray<{ id: string }>).map(({ id }) => id)
        )
      assert.strictEqual(said(yield* linked.send("GET", `/manager/buckets?context_id=${context_id}`)), "404 not_found")
      const link = yield* admin.send("POST", `/admin/s3-connections/${shared.id}/users`, { user_id: linked.id })
      assert.deepInclude(link.body, { user_id: linked.id, manager_role: "account_administrator" })
      assert.strictEqual(
        said(yield* admin.send("POST", `/admin/s3-connections/${shared.id}/users`, { user_id: linked.id })),
        "409 already_exists"
      )
      assert.strictEqual(
        said(yield* admin.send("POST", `/admin/s3-connections/${shared.id}/users`, { user_id: 2_147_483_647 })),
        "422 validation_failed"
      )
      assert.deepStrictEqual(
        [yield* contexts(linked, "manager"), yield* contexts(linked, "browser"), yield* contexts(stranger, "manager")],
        [[context_id], [], []]
      )
      const listed = yield* linked.send("GET", `/manager/buckets?context_id=${context_id}`)
      assert.strictEqual(listed.status, 200, listed.text)
      assert.isAbove(listed.body["items"].length, 0)
      const refused = yield* linked.send("GET", `/browser/buckets/search?context_id=${context_id}`)
      assert.deepInclude(refused.body, {
        status: 403,
        code: "workspace_unavailable",
        remediation_reason: "shared_connection_manager_access_disabled"
      })
      assert.strictEqual(
        said(yield* stranger.send("GET", `/browser/buckets/search?context_id=${context_id}`)),
        "404 not_found"
      )
      // the database itself limits such associations to the manager role
      for (const more of [
        "portal_role = 'portal_user'",
        "allow_manager_browser_data_access = true",
        "manager_role = null, portal_role = 'portal_user'"
      ]) {
        const outcome = yield* Effect.result(
          sql.unsafe(`update user_associations set ${more} where s3_connection_id = ${shared.id}`)
        )
        assert.strictEqual(outcome._tag, "Failure", more)
      }
      const removed = yield* admin.send(
        "DELETE",
        `/admin/s3-connections/${shared.id}/users/${linked.id}?confirm_name=${encodeURIComponent(linked.email)}`
      )
      assert.deepStrictEqual(removed.body, { id: linked.id, name: linked.email })
      assert.strictEqual(said(yield* linked.send("GET", `/manager/buckets?context_id=${context_id}`)), "404 not_found")
      assert.strictEqual(
        said(yield* admin.send("DELETE", `/admin/s3-connections/${shared.id}/users/${linked.id}`)),
        "404 not_found"
      )
      const actions = yield* sql<{
        action: string
      }>`select action from audit_logs where entity_type = 's3_connection' and entity_id = ${String(shared.id)}
        order by id`
      assert.deepStrictEqual(
        actions.map(({ action }) => action),
        ["s3_connection.create", "s3_connection.link_user", "s3_connection.unlink_user"]
      )
    })
  )

  it.effect("a stream that was opened as a connection ends within 5 s of the link, and of the connection", () =>
    Effect.gen(function* () {
      const { keys, manual } = yield* world
      const [admin, linked] = [yield* person("ui_admin"), yield* person()]
      const shared = made(
        yield* admin.send("POST", "/admin/s3-connections", { name: unique("Ours"), custom_endpoint: manual, ...keys })
      )
      yield* admin.send("POST", `/admin/s3-connections/${shared.id}/users`, { user_id: linked.id })
      const own = made(yield* linked.send("POST", "/connections", { name: "Mine", custom_endpoint: manual, ...keys }))
      const { publicOrigin } = yield* Settings
      const cookie = [...linked.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
      for (const [id, end] of [
        [shared.id, admin.send("DELETE", `/admin/s3-connections/${shared.id}/users/${linked.id}`)],
        [own.id, linked.send("DELETE", `/connections/${own.id}`)]
      ] as const) {
        const took = yield* Effect.gen(function* () {
          const response = yield* Effect.promise(() =>
            fetch(`${publicOrigin}/api/manager/buckets/stream?context_id=conn-${id}`, { headers: { cookie } })
          )
          assert.strictEqual(response.status, 200)
          const reader = response.body!.getReader()
          yield* Effect.promise(() => reader.read())
          assert.strictEqual((yield* end).status, 200)
          const began = performance.now()
          yield* Effect.promise(async () => {
            while (!(await reader.read()).done);
          })
          return performance.now() - began
        })
        assert.isBelow(took, 5_000)
      }
    })
  )

  it.effect("linking and unlinking ask for fresh proof; nothing is changed without it (rule 6)", () =>
    Effect.gen(function* () {
      const { keys, manual } = yield* world
      const [fresh, stale, target] = [yield* person("ui_admin"), yield* person("ui_admin", false), yield* person()]
      const { id } = made(
        yield* stale.send("POST", "/admin/s3-connections", { name: unique("Ours"), custom_endpoint: manual, ...keys })
      )
      const users = `/admin/s3-connections/${id}/users`
      assert.strictEqual(said(yield* stale.send("POST", users, { user_id: target.id })), "403 step_up_required")
      assert.deepStrictEqual((yield* fresh.send("GET", users)).body, [] as never)
      assert.strictEqual(said(yield* fresh.send("POST", users, { user_id: target.id })), "201")
      assert.strictEqual(said(yield* stale.send("DELETE", `${users}/${target.id}`)), "403 step_up_required")
      assert.strictEqual(said(yield* stale.send("POST", users, { user_id: target.id })), "409 already_exists")
      assert.lengthOf((yield* fresh.send("GET", users)).body as never, 1)
      assert.strictEqual(
        said(yield* stale.send("DELETE", `/admin/s3-connections/${id}`)),
        "403 step_up_required",
        "it unlinks everybody"
      )
      assert.lengthOf((yield* fresh.send("GET", users)).body as never, 1)
      assert.strictEqual(said(yield* fresh.send("DELETE", `${users}/${target.id}`)), "200")
      assert.strictEqual(
        said(yield* stale.send("DELETE", `/admin/s3-connections/${id}`)),
        "200",
        "nobody is linked any more"
      )
    })
  )

  it.effect("a host that is not listed is stored, shown as unusable with the reason, and never dialled", () =>
    Effect.gen(function* () {
      const { gateway } = yield* world
      const { send } = yield* person()
      const asked = gateway.faults.calls().length
      for (const [index, url] of [
        gateway.url,
        "https://s3.elsewhere.net",
        "http://2130706433:9000",
        "http://localhost.elsewhere.net"
      ].entries()) {
        const one = made(
          yield* send("POST", "/connections", {
            name: `Elsewhere ${index}`,
            custom_endpoint: { url },
            access_key: "AKIA",
            secret_key: secret
          })
        )
        assert.deepInclude(one, { unusable_reason: "host_not_allowed" })
        assert.include(one["unusable_detail"], "USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS")
        assert.strictEqual(said(yield* send("POST", `/connections/${one.id}/probe`)), "409 state_conflict")
        assert.strictEqual(
          said(yield* send("POST", `/connections/${one.id}/keys`, { access_key: "B", secret_key: secret })),
          "409 state_conflict"
        )
        const used = yield* send("GET", `/browser/buckets/search?context_id=conn-${one.id}`)
        assert.deepInclude(used.body, {
          status: 403,
          code: "workspace_unavailable",
          remediation_reason: "connection_host_not_allowed"
        })
        const tried = yield* send("POST", "/connections/probe", {
          custom_endpoint: { url },
          access_key: "AKIA",
          secret_key: secret
        })
        assert.deepStrictEqual(
          tried.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.join(".")),
          ["payload.custom_endpoint.url"]
        )
      }
      assert.strictEqual(gateway.faults.calls().length, asked)
      const contexts = (yield* send("GET", "/me/execution-contexts?workspace=browser"))
        .body as unknown as ReadonlyArray<{ unusable_reason: string }>
      assert.deepStrictEqual(
        contexts.map(({ unusable_reason }) => unusable_reason),
        Array.from({ length: 4 }, () => "host_not_allowed")
      )
    })
  )

  it.effect("a private connection opens in Browser and in Manager by its own keys, without Admin Ops", () =>
    Effect.gen(function* () {
      const { keys, manual } = yield* world
      const { send } = yield* person()
      const { id } = made(yield* send("POST", "/connections", { name: "Mine", custom_endpoint: manual, ...keys }))
      const context_id = `conn-${id}`
      const [context] = (yield* send("GET", "/me/execution-contexts?workspace=browser"))
        .body as unknown as ReadonlyArray<object>
      assert.deepInclude(context, { kind: "connection", id: context_id, endpoint_id: null, endpoint_is_default: false })
      const managed = yield* send("GET", `/manager/buckets?context_id=conn-00${id}`)
      assert.strictEqual(managed.status, 200, managed.text)
      const [bucket] = managed.body["items"]
      assert.isNumber(bucket.used_bytes)
      assert.strictEqual((yield* send("GET", `/browser/buckets/search?context_id=${context_id}`)).status, 200)
      assert.strictEqual(
        (yield* send("GET", `/browser/buckets/${bucket.name}/objects?context_id=${context_id}`)).status,
        200
      )
      const name = `made-by-connection-${id}`
      assert.strictEqual((yield* send("POST", `/manager/buckets?context_id=${context_id}`, { name })).status, 201)
      assert.strictEqual(
        (yield* send("DELETE", `/manager/buckets/${name}?context_id=${context_id}&confirm_name=${name}`)).status,
        200
      )
    })
  )

  it.effect("a probe tells with evidence what works; new keys are tried before they are kept", () =>
    Effect.gen(function* () {
      const { keys, manual, others, sql } = yield* world
      const { send } = yield* person()
      const { id } = made(yield* send("POST", "/connections", { name: "Mine", custom_endpoint: manual, ...keys }))
      const context_id = `conn-${id}`
      const names = Effect.map(send("GET", `/manager/buckets?context_id=${context_id}`), ({ body }) =>
        body["items"].map(({ name }: { name: string }) => name)
      )
      const before = yield* names
      const probed = (yield* send("POST", `/connections/${id}/probe`)).body["probe"]
      assert.deepInclude(probed, { finding: "ready", bucket_count: before.length, can_manage_iam: true })
      assert.deepStrictEqual(
        probed.calls.map(({ call, http_status, worked }: any) => [call, http_status, worked]),
        [
          ["ListBuckets", 200, true],
          ["iam:GetUser", 200, true],
          ["iam:ListUsers", 200, true],
          ["sts:GetCallerIdentity", 405, null]
        ]
      )
      for (const call of probed.calls) assert.isAtLeast(call.took_ms, 0)
      for (const wrong of [
        { ...keys, secret_key: `${keys.secret_key}x` },
        { access_key: "UNKNOWN", secret_key: secret },
        { ...keys, session_token: secret }
      ]) {
        const refused = yield* send("POST", `/connections/${id}/keys`, wrong)
        assert.strictEqual(said(refused), "422 validation_failed", JSON.stringify(wrong))
        assert.deepStrictEqual(refused.body["errors"][0].path, ["payload", "secret_key"])
      }
      assert.strictEqual(
        said(yield* send("POST", `/connections/${id}/keys`, { ...others, expires_at: "2020-01-01T00:00:00Z" })),
        "422 validation_failed"
      )
      assert.strictEqual(
        said(yield* send("POST", `/connections/${id}/keys`, { ...others, version: 99 })),
        "409 stale_plan"
      )
      assert.deepInclude((yield* send("GET", `/connections/${id}`)).body, { access_key: keys.access_key, version: 1 })
      const renewed = yield* send("POST", `/connections/${id}/keys`, { ...others, version: 1 })
      assert.deepInclude(renewed.body, { access_key: others.access_key, version: 2, expires_at: null })
      assert.strictEqual(renewed.body["probe"].finding, "ready")
      assert.notDeepEqual(yield* names, before)
      assert.deepStrictEqual(
        yield* sql`select 1 from bucket_listings where starts_with(key, ${`connection:${id}/`})
          and state = 'complete' offset 1`,
        []
      )
      assert.strictEqual(
        (yield* send("POST", "/connections/probe", {
          custom_endpoint: manual,
          access_key: "UNKNOWN",
          secret_key: secret
        })).body["finding"],
        "key_refused"
      )
    })
  )

  it.effect(
    "remediation_reason of a shared connection is set while Manager access through it does not work, and of a " +
      "private one never",
    () =>
      Effect.gen(function* () {
        const { keys, manual, sql } = yield* world
        const [admin, owner] = [yield* person("ui_admin"), yield* person()]
        const shared = made(
          yield* admin.send("POST", "/admin/s3-connections", {
            name: unique("Team"),
            custom_endpoint: manual,
            ...keys,
            expires_at: "2126-01-01T00:00:00Z"
          })
        )
        const own = made(
          yield* owner.send("POST", "/connections", {
            name: unique("Mine"),
            custom_endpoint: manual,
            access_key: "UNKNOWN",
            secret_key: secret
          })
        )
        const reason = Effect.map(
          admin.send("GET", `/admin/s3-connections/${shared.id}`),
          ({ body }) => body["remediation_reason"]
        )
        assert.strictEqual(yield* reason, null)
        yield* sql`update s3_connections set expires_at = now() - interval '1 minute' where id = ${shared.id}`
        assert.strictEqual(yield* reason, "shared_connection_manager_access_disabled")
        yield* sql`update s3_connections set expires_at = null where id = ${shared.id}`
        yield* admin.send("POST", `/admin/s3-connections/${shared.id}/probe`)
        assert.strictEqual(yield* reason, null)
        yield* sql`update s3_connections set probe = jsonb_set(probe, '{finding}', '"unknown_access_key"')
          where id = ${shared.id}`
        assert.strictEqual(yield* reason, "shared_connection_manager_access_disabled")
        yield* owner.send("POST", `/connections/${own.id}/probe`)
        assert.strictEqual((yield* owner.send("GET", `/connections/${own.id}`)).body["remediation_reason"], null)
      })
  )

  it.effect("temporary credentials that have ended are unusable and say so; renewed ones are good again", () =>
    Effect.gen(function* () {
      const { keys, manual, sql } = yield* world
      const { send } = yield* person()
      const { id } = made(
        yield* send("POST", "/connections", {
          name: "Mine",
          custom_endpoint: manual,
          ...keys,
          expires_at: "2126-01-01T00:00:00Z"
        })
      )
      assert.strictEqual((yield* send("GET", `/manager/buckets?context_id=conn-${id}`)).status, 200)
      yield* sql`update s3_connections set expires_at = now() - interval '1 minute' where id = ${id}`
      assert.deepInclude((yield* send("GET", `/connections/${id}`)).body, { unusable_reason: "expired" })
      const used = yield* send("GET", `/manager/buckets?context_id=conn-${id}`)
      assert.deepInclude(used.body, { status: 403, remediation_reason: "connection_expired" })
      assert.strictEqual(said(yield* send("POST", `/connections/${id}/probe`)), "409 state_conflict")
      assert.strictEqual((yield* send("POST", `/connections/${id}/keys`, keys)).body["unusable_reason"], null)
      assert.strictEqual((yield* send("GET", `/manager/buckets?context_id=conn-${id}`)).status, 200)
      for (const expires_at of ["2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "tomorrow", 12, "\u0000"]) {
        assert.strictEqual(
          said(yield* send("PUT", `/connections/${id}`, { expires_at })),
          "422 validation_failed",
          String(expires_at)
        )
      }
    })
  )

  it.effect("every hostile input is refused where it stands", () =>
    Effect.gen(function* () {
      const { endpoint, keys, manual } = yield* world
      const { send } = yield* person()
      const right = { name: "Mine", custom_endpoint: manual, ...keys }
      const wrong: Readonly<Record<string, object>> = {
        name: { ...right, name: "a\u0000b" },
        "name ": { ...right, name: "   " },
        "name  ": { ...right, name: "x".repeat(201) },
        "name   ": { ...right, name: "half \ud800" },
        access_key: { ...right, access_key: "a,b" },
        secret_key: { ...right, secret_key: "line\nbreak" },
        session_token: { ...right, session_token: "with space" },
        "custom_endpoint.url": { ...right, custom_endpoint: { url: "ftp://a.example.org" } },
        "custom_endpoint.url ": { ...right, custom_endpoint: { url: "http://169.254.169.254" } },
        "custom_endpoint.url  ": { ...right, custom_endpoint: { url: "http://user:pass@a.example.org" } },
        "custom_endpoint.region": { ...right, custom_endpoint: { ...manual, region: "a b" } },
        "custom_endpoint.verify_tls": { ...right, custom_endpoint: { ...manual, verify_tls: "no" } },
        "custom_endpoint.provider": { ...right, custom_endpoint: { ...manual, provider: "aws" } },
        "custom_endpoint.more": { ...right, custom_endpoint: { ...manual, more: 1 } },
        storage_endpoint_id: { name: "Mine", ...keys },
        "storage_endpoint_id ": { ...right, storage_endpoint_id: endpoint.id },
        "storage_endpoint_id  ": { name: "Mine", ...keys, storage_endpoint_id: 2_147_483_647 },
        owner_identifier: { ...right, owner_identifier: "x".repeat(501) }
      }
      for (const [where, body] of Object.entries(wrong)) {
        const answer = yield* send("POST", "/connections", body)
        assert.strictEqual(said(answer), "422 validation_failed", where)
        assert.isTrue(
          answer.body["errors"].some(({ path }: { path: ReadonlyArray<string> }) =>
            path.join(".").startsWith(`payload.${where.trim()}`)
          ),
          `${where}: ${answer.text}`
        )
      }
      made(yield* send("POST", "/connections", { ...right, name: "../%zz?a=b#c<img src=x>" }))
      made(yield* send("POST", "/connections", right))
      assert.strictEqual(said(yield* send("POST", "/connections", { ...right, name: "MINE" })), "409 already_exists")
      const none = yield* person("ui_none")
      for (const [method, path] of [
        ["GET", "/connections"],
        ["GET", "/connections/presets"],
        ["POST", "/connections"]
      ] as const) {
        assert.strictEqual((yield* none.send(method, path, method === "POST" ? right : undefined)).status, 403)
      }
      assert.deepStrictEqual(
        (yield* send("GET", "/connections/presets")).body.find(({ id }: { id: number }) => id === endpoint.id),
        {
          id: endpoint.id,
          name: endpoint.name,
          provider: "cluster",
          url: endpoint.url,
          region: "",
          is_default: endpoint.is_default,
          is_sandbox: false
        }
      )
      for (const path of ["/admin/s3-connections", "/admin/s3-connections/minimal"])
        assert.strictEqual((yield* send("GET", path)).status, 403)
    })
  )

  it.effect("two who edit one connection: the second one's is stale, and nothing of the first one's is lost", () =>
    Effect.gen(function* () {
      const { keys, manual } = yield* world
      const admin = yield* person("ui_admin")
      const { id, version } = made(
        yield* admin.send("POST", "/admin/s3-connections", { name: unique("Ours"), custom_endpoint: manual, ...keys })
      )
      const path = `/admin/s3-connections/${id}`
      assert.strictEqual(
        (yield* admin.send("PUT", path, { owner_identifier: "first", version })).body["version"],
        version + 1
      )
      assert.strictEqual(
        said(yield* admin.send("PUT", path, { owner_identifier: "second", tags: [{ label: "lost" }], version })),
        "409 stale_plan"
      )
      assert.strictEqual(
        said(yield* admin.send("PUT", `${path}/tags`, { tags: [{ label: "lost" }], version })),
        "409 stale_plan"
      )
      assert.deepInclude((yield* admin.send("GET", path)).body, { owner_identifier: "first", version: version + 1 })
    })
  )

  it.effect("shared ones are paged, searched, sorted and filtered; the choice of them knows standard tags only", () =>
    Effect.gen(function* () {
      const { endpoint, keys, manual } = yield* world
      const admin = yield* person("ui_admin")
      const mark = crypto.randomUUID().slice(0, 8)
      for (const [index, more] of [
        { custom_endpoint: manual },
        { storage_endpoint_id: endpoint.id },
        { custom_endpoint: manual, expires_at: "2126-01-01T00:00:00Z" }
      ].entries()) {
        made(
          yield* admin.send("POST", "/admin/s3-connections", {
            name: `${mark} ${index}`,
            ...keys,
            ...more,
            tags: [{ label: mark }, { label: `secret ${mark}`, scope: "administrative" }]
          })
        )
      }
      const names = (query: string) =>
        Effect.map(admin.send("GET", `/admin/s3-connections?search=${mark}&${query}`), ({ body }) =>
          body["items"].map(({ name }: { name: string }) => name.slice(mark.length + 1)).join("")
        )
      assert.strictEqual(yield* names("sort_by=name&sort_dir=desc"), "210")
      assert.strictEqual(yield* names("page_size=1&page=2"), "1")
      assert.strictEqual(yield* names("endpoint_kind=registered"), "1")
      assert.strictEqual(yield* names("credentials=temporary,expired"), "2")
      assert.strictEqual(yield* names(`storage_endpoint_id=${endpoint.id}`), "1")
      assert.strictEqual(yield* names(`tag=${mark.toUpperCase()}`), "012")
      assert.strictEqual(
        said(yield* admin.send("GET", "/admin/s3-connections?sort_by=secret")),
        "422 validation_failed"
      )
      assert.strictEqual(
        said(yield* admin.send("GET", "/admin/s3-connections?credentials=any")),
        "422 validation_failed"
      )
      const minimal = (yield* admin.send("GET", "/admin/s3-connections/minimal")).body.filter(
        ({ name }: { name: string }) => name.startsWith(mark)
      )
      assert.deepStrictEqual(
        minimal.map(({ tags }: { tags: ReadonlyArray<{ label: string }> }) => tags.map(({ label }) => label)),
        [[mark], [mark], [mark]]
      )
      assert.strictEqual(
        said(yield* admin.send("DELETE", `/admin/storage-endpoints/${endpoint.id}`)),
        "409 state_conflict"
      )
    })
  )

  it.effect(
    "what somebody sets for themselves: alerts, theme and Portal account; anything else among preferences is discarded",
    () =>
      Effect.gen(function* () {
        const { send } = yield* person()
        assert.deepInclude((yield* send("GET", "/users/me")).body, {
          quota_alerts_enabled: true,
          quota_alerts_global_watch: false,
          preferences: { theme: "system", selected_portal_account_id: null }
        })
        const set = yield* send("PUT", "/users/me", {
          quota_alerts_enabled: false,
          preferences: { theme: "dark", selected_portal_account_id: "  12 ", density: "compact" }
        })
        assert.deepInclude(set.body, {
          quota_alerts_enabled: false,
          preferences: { theme: "dark", selected_portal_account_id: "12" }
        })
        assert.deepStrictEqual(
          (yield* send("PUT", "/users/me", { preferences: { selected_portal_account_id: null } })).body["preferences"],
          { theme: "dark", selected_portal_account_id: null }
        )
        for (const wrong of [
          { preferences: null },
          { preferences: { theme: "blue" } },
          { preferences: { selected_portal_account_id: 12 } },
          { quota_alerts_enabled: null },
          { email: "x@example.org" },
          { quota_alerts_global_watch: true }
        ]) {
          assert.strictEqual(
            said(yield* send("PUT", "/users/me", wrong)),
            "422 validation_failed",
            JSON.stringify(wrong)
          )
        }
        const admin = yield* person("ui_admin")
        assert.isTrue(
          (yield* admin.send("PUT", "/users/me", { quota_alerts_global_watch: true })).body["quota_alerts_global_watch"]
        )
      })
  )
})
