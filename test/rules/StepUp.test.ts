import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect, Option, Redacted, SchemaAST } from "effect"
import type { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { stepUpActionOf, RequiredAccess } from "#api/Access.ts"
import { Api } from "#api/Api.ts"
import { examples } from "#api/document/examples/examples.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { type StepUpAction, stepUpActions } from "#domain/identity/StepUp.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { addressOf } from "../access/addressOf.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser, passkeyPolicyIs, somebody } from "./people.ts"

type Json = Readonly<Record<string, any>>

const ask = (browser: ConsoleBrowser, method: string, address: string, body?: object) =>
  Effect.map(
    Effect.promise(() => browser.send(method, address, body)),
    ({ body: row, code, status, text }) => ({ said: `${status} ${code}`.trim(), row: row as Json, text })
  )

interface Declared {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly action: StepUpAction
  readonly body: object | undefined
}

const declared: ReadonlyArray<Declared> = (() => {
  const found: Array<Declared> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { method, path, payload }, mergedAnnotations }) => {
      const action = Option.match(Context.getOption(mergedAnnotations, RequiredAccess), {
        onNone: () => null,
        onSome: stepUpActionOf
      })
      if (action === null || stepUpActions[action].proof !== "admin") return
      const [schema] = [...payload.values()].flatMap(({ schemas }) => schemas) as ReadonlyArray<Schema.Top>
      const example =
        schema === undefined ? undefined : (examples as Json)[SchemaAST.resolveIdentifier(schema.ast) ?? ""]
      found.push({
        name: `${method} ${path}`,
        method,
        path,
        action,
        body: method === "DELETE" ? undefined : (example ?? {})
      })
    }
  })
  return found
})()

/** The specification's list (WebAuthn and recovery, rule 6), with our action for each. */
const rule6: Readonly<Record<string, ReadonlyArray<StepUpAction>>> = {
  "approving an identity link": ["identity_link.approve"],
  "adding, revoking or restoring an external identity": [
    "external_identity.add",
    "external_identity.revoke",
    "external_identity.restore"
  ],
  "resetting MFA": ["mfa.reset"],
  "setting a password": ["password.set"],
  "creating an API token or UI user": ["api_token.create", "ui_user.create"],
  "deleting a UI user": ["ui_user.delete"],
  "changing a user's identity, role, activation, privileges, Manager tools or associations": [
    "ui_user.update",
    "association.set"
  ],
  "changing authentication options or passkey requirements": ["authentication_settings.update"],
  "creating, updating or deleting OIDC or LDAP providers": [
    "oidc_provider.create",
    "oidc_provider.update",
    "oidc_provider.delete",
    "ldap_provider.create",
    "ldap_provider.update",
    "ldap_provider.delete"
  ]
}

/** Beyond the specification: a document may do any of these, and an invitation sets a password. */
const beyond: ReadonlyArray<StepUpAction> = ["configuration.apply", "ui_user.invite"]

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "fresh proof of an administrator",
  (it) => {
    it.effect(
      "rule 6: what is declared is the specification's list and what may do any of it, all of it and nothing else",
      () =>
        Effect.sync(() => {
          assert.sameMembers(
            [...new Set(declared.map(({ action }) => action))],
            [...Object.values(rule6).flat(), ...beyond]
          )
        })
    )

    it.effect(
      "rule 6: every action that always asks is refused without a passkey verified " +
        "just now, before anything is looked for",
      () =>
        Effect.gen(function* () {
          const { browser } = yield* inBrowser("ui_superadmin", false)
          const always = declared.filter(({ action }) => stepUpActions[action].exempt === "none")
          assert.isAbove(always.length, 12)
          const answers = yield* Effect.forEach(always, ({ body, method, name, path }) =>
            Effect.map(
              ask(browser, method, addressOf({ path } as Parameters<typeof addressOf>[0]), body),
              ({ said }) => (said === "403 step_up_required" ? [] : [`${name}: ${said}`])
            )
          )
          assert.deepStrictEqual(answers.flat(), [])
        })
    )

    it.effect(
      "rule 6: an account or user of the gateway is taken from the people linked to it, here or on the " +
        "gateway, only with proof, as if each was unlinked",
      () =>
        Effect.gen(function* () {
          const { browser } = yield* inBrowser("ui_superadmin", false)
          const sql = yield* SqlClient.SqlClient
          const linked = yield* somebody("ui_user")
          const [endpoint] = yield* sql<{ id: number }>`
      insert into storage_endpoints (name, url, features_config, admin_access_key, admin_secret, created_at, updated_at)
      values (${crypto.randomUUID()}, ${`http://127.0.0.1:9/${crypto.randomUUID()}`}, '{"features":{}}', 'TECHNICAL',
        'sealed', now(), now()) returning id`
          const key = () => crypto.randomUUID()
          const rows = {
            accounts: yield* sql<{ id: number; name: string }>`
        insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret,
          created_at)
        select n, n, n, ${endpoint!.id}, n, 's', now() from unnest(${[key(), key()]}::text[]) as n returning id, name`,
            "s3-users": yield* sql<{ id: number; name: string }>`
        insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        select n, n, ${endpoint!.id}, n, 's', now() from unnest(${[key(), key()]}::text[]) as n returning id, name`
          }
          yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role)
            values (${linked.user.id}, ${rows.accounts[0]!.id}, 'account_administrator')`
          yield* sql`insert into user_associations (user_id, rgw_user_id, manager_role)
            values (${linked.user.id}, ${rows["s3-users"][0]!.id}, 'account_administrator')`
          for (const [place, [held, free]] of Object.entries(rows)) {
            for (const end of ["", "/gateway"]) {
              const remove = (row: { readonly id: number; readonly name: string } | undefined) =>
                Effect.map(
                  ask(browser, "DELETE", `/api/admin/${place}/${row?.id}${end}?confirm_name=${row?.name}`),
                  ({ said }) => said
                )
              assert.strictEqual(yield* remove(held), "403 step_up_required", `${place}${end}`)
              assert.notStrictEqual(yield* remove(free), "403 step_up_required", `${place}${end}: nobody is linked`)
            }
          }
        })
    )

    it.effect("rule 6: what was verified MFA_RECENT_MINUTES ago counts, and no longer after", () =>
      Effect.gen(function* () {
        const { record } = yield* inBrowser("ui_superadmin", true)
        const { publicOrigin, webauthn: _ } = yield* Settings
        const sql = yield* SqlClient.SqlClient
        const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
        const browser = new ConsoleBrowser(publicOrigin)
        browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
        const create = () =>
          Effect.map(
            ask(browser, "POST", "/api/admin/users", {
              email: `${crypto.randomUUID()}@example.org`,
              full_name: "New",
              role: "ui_user"
            }),
            ({ said }) => said
          )
        assert.strictEqual(yield* create(), "201")
        yield* sql`update auth_sessions set mfa_verified_at = now() - interval '14 minutes'
          where user_id = ${record.user.id}`
        assert.strictEqual(yield* create(), "201")
        yield* sql`update auth_sessions set mfa_verified_at = now() - interval '15 minutes 5 seconds'
          where user_id = ${record.user.id}`
        assert.strictEqual(yield* create(), "403 step_up_required")
      })
    )

    it.effect("rule 5: reading inventories and taking access away need an interactive session and nothing more", () =>
      Effect.gen(function* () {
        const { browser } = yield* inBrowser("ui_superadmin", false)
        const sql = yield* SqlClient.SqlClient
        const target = yield* somebody("ui_user")
        const opened = yield* (yield* Sessions).open(target, yield* DateTime.now)
        const [session] = yield* sql<{
          id: string
        }>`select id::text as id from auth_sessions where user_id = ${target.user.id}`
        const [request] = yield* sql<{ id: number }>`
      insert into identity_link_requests (provider_type, provider_id, subject, email, reason, target_user_id, status,
        requested_at, expires_at)
      values ('oidc', 'corp', ${crypto.randomUUID()}, 'x@example.org', 'by hand', ${target.user.id}, 'pending', now(),
        now() + interval '7 days') returning id`
        const token = crypto.randomUUID()
        yield* sql`
      insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at)
      values (${token}, ${target.user.id}, 'Robot', ${crypto.randomUUID()}, '["profile.read"]', 1, now(),
        now() + interval '1 day')`
        assert.isDefined(opened)
        for (const [method, place, said] of [
          ["GET", `/api/admin/users/${target.user.id}/security`, "200"],
          ["GET", "/api/admin/identity/sessions", "200"],
          ["GET", "/api/admin/identity/link-requests", "200"],
          ["GET", "/api/admin/settings/authentication", "200"],
          ["GET", "/api/auth/api-tokens", "200"],
          ["GET", "/api/admin/oidc-providers", "200"],
          ["GET", "/api/admin/ldap-providers", "200"],
          [
            "DELETE",
            `/api/admin/identity/sessions/${session!.id}?confirm_name=${encodeURIComponent(target.user.email)}`,
            "200"
          ],
          ["DELETE", `/api/auth/api-tokens/${token}?confirm_name=Robot`, "200"],
          [
            "POST",
            `/api/admin/identity/link-requests/${request!.id}/reject?confirm_name=${encodeURIComponent(target.user.email)}`,
            "200"
          ],
          [
            "POST",
            `/api/admin/users/${target.user.id}/revoke-sessions?confirm_name=${encodeURIComponent(target.user.email)}`,
            "200"
          ]
        ] as const) {
          const answer = yield* ask(browser, method, place, method === "POST" ? {} : undefined)
          assert.strictEqual(answer.said, said, `${method} ${place}: ${answer.text}`)
        }
      })
    )

    it.effect(
      "rule 7: each field of a user asks once it changes; the same content in other " +
        "words, and a full name alone, do not",
      () =>
        Effect.gen(function* () {
          const fresh = (yield* inBrowser("ui_superadmin", true)).browser
          const stale = (yield* inBrowser("ui_superadmin", false)).browser
          const { user } = yield* somebody("ui_user")
          const [one, other] = [
            (yield* ask(fresh, "POST", "/api/admin/groups", { name: `One ${crypto.randomUUID()}` })).row["id"],
            (yield* ask(fresh, "POST", "/api/admin/groups", { name: `Other ${crypto.randomUUID()}` })).row["id"]
          ]
          const place = `/api/admin/users/${user.id}`
          yield* ask(fresh, "PUT", place, { group_details: [{ group_id: one }, { group_id: other }] })
          const before = (yield* ask(fresh, "GET", place)).row
          for (const change of [
            { email: `${crypto.randomUUID()}@example.org` },
            { role: "ui_none" },
            { is_active: false },
            { privileges: { cluster_admin: true } },
            { privileges: { storage_ops: true } },
            ...["bucket_compare", "bucket_migration", "feature_rules", "usage_stats", "private_access"].map((tool) => ({
              manager_tools: { [tool]: false }
            })),
            { group_details: [{ group_id: one }] },
            { group_details: [] },
            { full_name: "With another field", role: "ui_none" }
          ])
            assert.strictEqual(
              (yield* ask(stale, "PUT", place, change)).said,
              "403 step_up_required",
              JSON.stringify(change)
            )
          assert.deepStrictEqual((yield* ask(fresh, "GET", place)).row, before, "nothing of what was refused was done")
          for (const same of [
            {},
            { email: ` ${user.email.toUpperCase()} ` },
            { email: user.email, role: "ui_user", is_active: true, full_name: user.full_name },
            { group_details: [{ group_id: other }, { group_id: one }] },
            { privileges: { cluster_admin: false, storage_ops: false }, manager_tools: { usage_stats: true } },
            { account_links: [], s3_user_links: [], s3_connection_details: [] }
          ]) {
            const answer = yield* ask(stale, "PUT", place, same)
            assert.strictEqual(answer.said, "200", `${JSON.stringify(same)}: ${answer.text}`)
          }
          const named = yield* ask(stale, "PUT", place, {
            full_name: "Another Name",
            email: user.email,
            role: "ui_user"
          })
          assert.deepStrictEqual([named.said, named.row["full_name"]], ["200", "Another Name"])
        })
    )

    it.effect(
      "rule 7: providers and settings that are saved as they are ask for nothing, and ask where a word changes",
      () =>
        Effect.gen(function* () {
          const fresh = (yield* inBrowser("ui_superadmin", true)).browser
          const stale = (yield* inBrowser("ui_superadmin", false)).browser
          const team = (yield* ask(fresh, "POST", "/api/admin/groups", { name: `Team ${crypto.randomUUID()}` })).row[
            "id"
          ]
          const id = `p-${crypto.randomUUID().slice(0, 8)}`
          const oidc = {
            label: "Company",
            enabled: false,
            config: { issuer: "https://login.example.org", client_id: "x" }
          }
          yield* ask(fresh, "POST", "/api/admin/oidc-providers", { id, ...oidc })
          assert.strictEqual(
            (yield* ask(stale, "PUT", `/api/admin/oidc-providers/${id}`, {
              ...oidc,
              config: { ...oidc.config, scopes: ["openid", "email", "profile"], group_mapping: null }
            })).said,
            "200"
          )
          for (const change of [
            { label: "Another" },
            { enabled: true },
            { client_secret: "new" },
            {
              config: {
                ...oidc.config,
                group_mapping: { claim: "groups", groups: [{ value: "storage", group_id: team }] }
              }
            }
          ]) {
            assert.strictEqual(
              (yield* ask(stale, "PUT", `/api/admin/oidc-providers/${id}`, { ...oidc, ...change })).said,
              "403 step_up_required",
              JSON.stringify(change)
            )
          }
          const options = (yield* ask(fresh, "GET", "/api/admin/settings/authentication")).row
          assert.strictEqual((yield* ask(stale, "PUT", "/api/admin/settings/authentication", options)).said, "200")
          assert.strictEqual(
            (yield* ask(stale, "PUT", "/api/admin/settings/authentication", {
              ...options,
              require_passkey_for_users: !options["require_passkey_for_users"]
            })).said,
            "403 step_up_required"
          )
        })
    )

    it.effect(
      "rule 7: with the policy off nothing asks, and an interactive session of an administrator is still needed",
      () =>
        Effect.gen(function* () {
          yield* passkeyPolicyIs(false, false)
          const { browser, record } = yield* inBrowser("ui_superadmin", false)
          const { user } = yield* somebody("ui_user")
          assert.strictEqual(
            (yield* ask(browser, "PUT", `/api/admin/users/${user.id}`, { privileges: { storage_ops: true } })).said,
            "200"
          )
          const token = yield* ask(browser, "POST", "/api/auth/api-tokens", { name: "Robot", scopes: ["admin.write"] })
          assert.strictEqual(token.said, "201", token.text)
          const { publicOrigin } = yield* Settings
          for (const [method, place, body] of [
            ["PUT", `/api/admin/users/${user.id}`, { full_name: "By a robot" }],
            ["DELETE", `/api/admin/users/${user.id}`, undefined],
            ["POST", "/api/auth/api-tokens", { name: "Another", scopes: ["admin.write"] }]
          ] as const) {
            const answer = yield* Effect.promise(() =>
              fetch(`${publicOrigin}${place}`, {
                method,
                headers: {
                  authorization: `Bearer ${token.row["token"]}`,
                  ...(body === undefined ? {} : { "content-type": "application/json" })
                },
                ...(body === undefined ? {} : { body: JSON.stringify(body) })
              })
            )
            assert.strictEqual(answer.status, 403, `${method} ${place}`)
            assert.include(
              ["browser_session_required", "scope_not_mapped"],
              ((yield* Effect.promise(() => answer.json())) as Json)["code"]
            )
          }
          const plain = (yield* inBrowser("ui_user", false)).browser
          assert.match(
            (yield* ask(plain, "PUT", `/api/admin/users/${record.user.id}`, { full_name: "Mine" })).said,
            /^403 /
          )
          yield* passkeyPolicyIs(true, false)
        })
    )
  }
)

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("two superadmins at once", (it) => {
  for (const [how, of] of [
    ["demote", (_: string) => ["PUT", { role: "ui_user" }] as const],
    ["deactivate", (_: string) => ["PUT", { is_active: false }] as const],
    ["delete", (_: string) => ["DELETE", undefined] as const]
  ] as const) {
    it.effect(`who ${how} each other in the same moment: one of them stays, and stays a superadmin`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (let round = 0; round < 5; round++) {
          yield* sql`update ui_users set role = 'ui_user' where role = 'ui_superadmin'`
          const [ada, grace] = [yield* inBrowser("ui_superadmin", true), yield* inBrowser("ui_superadmin", true)]
          const end = (by: typeof ada, target: typeof ada) => {
            const [method, body] = of(target.record.user.email)
            const query = method === "DELETE" ? `?confirm_name=${encodeURIComponent(target.record.user.email)}` : ""
            return ask(by.browser, method, `/api/admin/users/${target.record.user.id}${query}`, body)
          }
          const answers = yield* Effect.all([end(ada, grace), end(grace, ada)], { concurrency: "unbounded" })
          const said = answers.map((answer) => answer.said)
          assert.lengthOf(
            said.filter((one) => one === "200"),
            1,
            said.join(", ")
          )
          assert.match(
            said.find((one) => one !== "200") ?? "",
            /^(409 state_conflict|401 \w+)$/,
            "the other one hears why"
          )
          const [left] = yield* sql<{
            count: number
          }>`select count(*)::int as count from ui_users where role = 'ui_superadmin' and is_active`
          assert.strictEqual(left?.count, 1)
        }
      })
    )
  }

  it.effect("nobody ends themselves, in any of these ways, not even beside another superadmin", () =>
    Effect.gen(function* () {
      const [ada] = [yield* inBrowser("ui_superadmin", true), yield* inBrowser("ui_superadmin", true)]
      const place = `/api/admin/users/${ada.record.user.id}`
      for (const [method, rest, body] of [
        ["PUT", "", { role: "ui_admin" }],
        ["PUT", "", { is_active: false }],
        ["DELETE", `?confirm_name=${encodeURIComponent(ada.record.user.email)}`, undefined]
      ] as const) {
        assert.strictEqual((yield* ask(ada.browser, method, `${place}${rest}`, body)).said, "409 state_conflict")
      }
    })
  )
})
