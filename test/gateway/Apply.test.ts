import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { inBrowser } from "../rules/people.ts"
import { anyIntent } from "../support/anyIntent.ts"
import type { Answer } from "../support/ConsoleBrowser.ts"
import { dumpOf } from "../support/dump.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, unique } from "./contract/adminGateway.ts"

const canary = "canary0f5ecret9Xq7"

const ok = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer.body as { readonly [name: string]: any }
}
const changed = (answer: Answer): ReadonlyArray<string> =>
  ok(answer)
    ["changes"].map((change: any) => `${change.name} ${change.part} ${change.action} ${change.outcome}`)
    .filter((line: string) => !line.includes(" unchanged "))
const fields = (answer: Answer): ReadonlyArray<unknown> =>
  ok(answer)["changes"].flatMap((change: any) =>
    change.fields.map((field: any) => [field.path, field.before, field.after])
  )

const superadmin = Effect.gen(function* () {
  const { browser } = yield* inBrowser("ui_superadmin", true)
  const send = (method: string, path: string, body?: unknown) =>
    Effect.promise(() => browser.send(method, `/api/admin${path}`, body))
  const apply = (document: object, more: object = {}) =>
    send("POST", "/apply", { document: { version: 1, ...document }, ...more })
  return { send, apply }
})

const placeOf = Effect.fnUntraced(function* (target: AdminTarget, url = target.url) {
  const { accessKey, secretKey } = yield* target.credential.open
  const name = unique("lab")
  const endpoint = {
    name,
    url,
    admin_access_key: accessKey,
    admin_secret_key: { env: "ADMIN" },
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  }
  const secrets = [
    { reference: { env: "ADMIN" }, value: Redacted.value(secretKey) },
    { reference: { env: "ARCHIVE" }, value: canary },
    { reference: { env: "PASSWORD" }, value: `${canary} and more` },
    { reference: { file: "client.txt" }, value: `${canary}client` }
  ]
  return { name, endpoint, secrets }
})

const accountOn = (target: AdminTarget, id: string) =>
  Effect.flatMap(GatewayAccountSettings, (all) => all.settings(target, id))
const userOn = (target: AdminTarget, uid: string) =>
  Effect.flatMap(GatewayUserSettings, (all) => all.settings(target, uid))
const changeOn = (target: AdminTarget, id: string, max_buckets: number) =>
  Effect.provide(
    Effect.flatMap(GatewayAccountSettings, (all) => all.change(target, id, { max_buckets })),
    anyIntent
  )

const said = Effect.map(dumpOf, (dump) =>
  dump
    .split("\n\n")
    .filter((table) => !table.startsWith("cluster_"))
    .join("\n\n")
)

const quota = (max_size_bytes: number | null, max_objects: number | null, enabled = true) => ({
  enabled,
  max_size_bytes,
  max_objects
})
const rates = {
  enabled: true,
  max_read_ops: 600,
  max_write_ops: null,
  max_read_bytes: null,
  max_write_bytes: 1_048_576
}

for (const { lack, name, scene } of await adminGateways()) {
  requirement(name, lack)(`applying a document on ${name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1", "*.example.org"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "shows the difference, makes it so on the gateway, has nothing to do the second time, and is exported as it is",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const { target } = yield* scene
              const { endpoint, name: lab, secrets } = yield* placeOf(target)
              const { apply, send } = yield* superadmin
              const [there, uid, made, madeUid] = [newAccountId(), unique("there"), unique("made"), unique("fresh")]
              yield* Effect.gen(function* () {
                const [accounts, users] = [yield* GatewayAccounts, yield* GatewayUsers]
                yield* accounts.createAccount(target, { id: there, name: `name-${there}`, email: null, limits: {} })
                yield* users.createUser(target, {
                  uid,
                  displayName: uid,
                  email: null,
                  accountRootOf: null,
                  accessKey: newAccessKey()
                })
              }).pipe(Effect.provide(anyIntent))

              const people = [`ada-${lab}@example.org`, `bob-${lab}@example.org`] as const
              const whole = {
                storage_endpoints: [endpoint],
                oidc_providers: [
                  {
                    id: lab,
                    label: "Corp",
                    enabled: false,
                    config: { issuer: "https://id.example.org", client_id: "stowage" },
                    client_secret: { file: "client.txt" }
                  }
                ],
                ldap_providers: [
                  {
                    id: `dir-${lab}`,
                    label: "Directory",
                    enabled: false,
                    config: { url: "ldaps://ldap.example.org", base_dn: "dc=example" }
                  }
                ],
                accounts: [
                  {
                    storage_endpoint: lab,
                    name: made,
                    on_create: { email: `${made}@example.org` },
                    on_gateway: {
                      limits: { max_buckets: 7, max_users: null },
                      account_quota: quota(2_147_483_647, null),
                      bucket_quota: quota(null, 500)
                    },
                    user_links: [
                      {
                        user: people[0],
                        manager_role: "account_administrator",
                        allow_manager_browser_data_access: true
                      }
                    ],
                    group_links: [{ group: lab, portal_role: "portal_user" }]
                  },
                  {
                    storage_endpoint: lab,
                    name: `name-${there}`,
                    rgw_account_id: there,
                    on_gateway: { limits: { max_buckets: 0 } }
                  }
                ],
                s3_users: [
                  {
                    storage_endpoint: lab,
                    rgw_user_uid: madeUid,
                    name: "Fresh",
                    on_gateway: {
                      email: `${madeUid}@example.org`,
                      suspended: true,
                      max_buckets: 3,
                      op_mask: ["write", "read"],
                      default_placement: "default-placement",
                      user_quota: quota(4_096_000, 10),
                      bucket_quota: quota(null, null, false),
                      rate_limit: rates,
                      caps: [{ type: "usage", perm: "read" }]
                    }
                  },
                  {
                    storage_endpoint: lab,
                    rgw_user_uid: uid,
                    name: uid,
                    existing: true,
                    user_links: [{ user: people[1], portal_role: "portal_manager" }]
                  }
                ],
                s3_connections: [
                  {
                    name: `archive-${lab}`,
                    storage_endpoint: lab,
                    access_key: "AKARCHIVE",
                    secret_key: { env: "ARCHIVE" },
                    users: [people[0]],
                    groups: [lab]
                  }
                ],
                groups: [{ name: lab, description: "They read", members: [people[1]] }],
                users: [
                  { email: people[0], full_name: "Ada Lovelace", role: "ui_user", password: { env: "PASSWORD" } },
                  { email: people[1], full_name: "Bob", role: "ui_admin", is_active: false }
                ],
                settings: { branding: { name: lab } }
              }

              const before = yield* said
              const dry = yield* apply(whole, { secrets, dry_run: true })
              assert.isTrue(
                changed(dry).every((line) => line.endsWith(" planned")),
                dry.text
              )
              assert.deepInclude(dry.body["counts"], { create: 9, import: 2, blocked: 0, done: 0 })
              assert.strictEqual(yield* said, before, "a dry run writes nothing")
              assert.strictEqual(
                (yield* Effect.flip(userOn(target, madeUid)))._tag,
                "NotFound",
                "and makes nothing on the gateway"
              )

              const done = yield* apply(whole, { secrets, plan_hash: dry.body["plan_hash"] })
              assert.deepInclude(
                ok(done)["counts"],
                { failed: 0, skipped: 0, done: 9 + 2 + done.body["counts"].update },
                done.text
              )
              const accounts = ok(yield* send("GET", `/accounts?search=${made}`))["items"]
              assert.deepStrictEqual(
                accounts.map((one: any) => [
                  one.name,
                  one.user_links.map((link: any) => link.email),
                  one.group_links.map((link: any) => link.name)
                ]),
                [[made, [people[0]], [lab]]]
              )
              const account = yield* accountOn(target, accounts[0].rgw_account_id)
              assert.deepInclude(account, {
                name: made,
                email: `${made}@example.org`,
                account_quota: quota(2_147_483_647, null),
                bucket_quota: quota(null, 500)
              })
              assert.deepInclude(account.limits, { max_buckets: 7, max_users: null })
              assert.strictEqual((yield* accountOn(target, there)).limits.max_buckets, 0, "none, and not unlimited")
              const user = yield* userOn(target, madeUid)
              assert.deepInclude(user, {
                suspended: true,
                max_buckets: 3,
                op_mask: ["read", "write"],
                default_placement: "default-placement",
                email: `${madeUid}@example.org`,
                user_quota: quota(4_096_000, 10),
                caps: [{ type: "usage", perm: "read" }]
              })

              const intents = yield* sql<{ n: number }>`select count(*)::int as n from gateway_intents`
              assert.deepStrictEqual(changed(yield* apply(whole, { secrets })), [])
              assert.deepStrictEqual(yield* sql`select count(*)::int as n from gateway_intents`, intents as never)

              for (const query of ["?on_gateway=true", ""]) {
                const exported = ok(yield* send("GET", `/apply/export${query}`))
                assert.deepStrictEqual(
                  changed(yield* send("POST", "/apply", { document: exported["document"] })),
                  [],
                  query
                )
                assert.deepStrictEqual(
                  changed(yield* send("POST", "/apply", { source: exported["source"] })),
                  [],
                  query
                )
                const told = exported["document"].accounts.find((one: any) => one.name === made)
                assert.strictEqual(told.on_gateway?.limits.max_buckets, query === "" ? undefined : 7)
                assert.notInclude(JSON.stringify(exported), canary)
              }
              assert.strictEqual((yield* send("GET", "/apply/export?on_gateway=1")).status, 422)

              yield* changeOn(target, accounts[0].rgw_account_id, 9)
              const drifted = yield* apply(whole, { secrets, dry_run: true })
              assert.deepStrictEqual(changed(drifted), [`${made} on_gateway update planned`])
              assert.deepStrictEqual(fields(drifted), [["on_gateway.limits.max_buckets", 9, 7]])
              yield* changeOn(target, accounts[0].rgw_account_id, 11)
              assert.strictEqual(
                (yield* apply(whole, { secrets, plan_hash: drifted.body["plan_hash"] })).code,
                "stale_plan",
                "it is not what was shown any more"
              )
              assert.deepStrictEqual(changed(yield* apply(whole, { secrets })), [`${made} on_gateway update done`])
              assert.strictEqual((yield* accountOn(target, accounts[0].rgw_account_id)).limits.max_buckets, 7)

              const large = yield* apply({
                accounts: [
                  { storage_endpoint: lab, name: made, on_gateway: { account_quota: quota(4_294_967_296, null) } }
                ]
              })
              assert.deepStrictEqual(changed(large), [`${made} on_gateway update failed`])
              assert.deepStrictEqual(
                large.body["changes"].find((one: any) => one.part === "on_gateway").problem.errors[0].path,
                ["accounts", "0", "max_size_bytes"]
              )
              assert.deepInclude(yield* accountOn(target, accounts[0].rgw_account_id), {
                account_quota: quota(2_147_483_647, null)
              })

              const looser = {
                s3_users: [
                  { ...whole.s3_users[0], on_gateway: { suspended: false, user_quota: quota(null, null, false) } }
                ]
              }
              assert.deepStrictEqual(changed(yield* apply(looser)), [`${madeUid} on_gateway update done`])
              assert.deepInclude(yield* userOn(target, madeUid), {
                suspended: false,
                user_quota: quota(null, null, false),
                max_buckets: 3
              })

              const everything = yield* dumpOf
              for (const text of [everything, dry.text, done.text]) {
                assert.notInclude(text, canary)
                assert.notInclude(text, secrets[0]!.value)
              }
            })
          ),
        240_000
      )

      it.effect(
        "a gateway that fails in the middle: it stops or goes on as asked, says " +
          "which, and the next apply does the rest",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { target } = yield* scene
              const proxy = yield* gatewayProxy(target.url)
              const { endpoint, name: lab, secrets } = yield* placeOf(target, proxy.url)
              const { apply, send } = yield* superadmin
              ok(yield* apply({ storage_endpoints: [endpoint] }, { secrets }))
              const names = ["one", "two", "three"].map((word) => `${word}-${lab}`)
              const document = {
                accounts: names.map((one) => ({
                  storage_endpoint: lab,
                  name: one,
                  group_links: [{ group: lab, portal_role: "portal_user" }]
                })),
                groups: [{ name: lab }]
              }
              proxy.set((method, path) =>
                method === "POST" && path.includes("/admin/account") && path.includes(names[1]!) ? "refuse" : "pass"
              )
              const stopped = yield* apply(document, { on_error: "stop" })
              assert.deepStrictEqual(changed(stopped), [
                `${names[0]} self create done`,
                `${names[1]} self create failed`,
                `${names[2]} self create skipped`,
                `${lab} self create skipped`,
                `${names[0]} links update skipped`,
                `${names[1]} links update skipped`,
                `${names[2]} links update skipped`
              ])
              assert.strictEqual(stopped.body["changes"][1].problem.code, "storage_error")
              const gone = yield* apply(document, { on_error: "continue" })
              assert.deepStrictEqual(
                changed(gone),
                [
                  `${names[1]} self create failed`,
                  `${names[2]} self create done`,
                  `${lab} self create done`,
                  `${names[0]} links update done`,
                  `${names[1]} links update skipped`,
                  `${names[2]} links update done`
                ],
                gone.text
              )
              proxy.set(() => "pass")
              assert.deepStrictEqual(changed(yield* apply(document)), [
                `${names[1]} self create done`,
                `${names[1]} links update done`
              ])
              assert.deepStrictEqual(changed(yield* apply(document)), [])
              const accounts = ok(yield* send("GET", `/accounts?search=${lab}`))["items"]
              assert.deepStrictEqual(accounts.map((one: any) => one.name).sort(), names.toSorted(), "each of them once")

              // the state on an unreachable gateway is unknown: the plan and the export say so, and nothing is applied
              proxy.set((_, path) => (path.includes("/admin/account") ? "refuse" : "pass"))
              const unread = yield* apply(
                { accounts: [{ storage_endpoint: lab, name: names[0], on_gateway: { limits: { max_buckets: 5 } } }] },
                { on_error: "continue" }
              )
              assert.deepStrictEqual(changed(unread), [`${names[0]} on_gateway blocked failed`])
              assert.include(
                unread.body["changes"].find((one: any) => one.part === "on_gateway").problem.detail,
                "could not be read"
              )
              const exported = ok(yield* send("GET", "/apply/export?on_gateway=true"))
              assert.include(exported["source"], "# on_gateway could not be read")
              proxy.set(() => "pass")
            })
          ),
        240_000
      )
    })
  })
}
