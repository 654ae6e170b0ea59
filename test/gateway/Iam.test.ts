import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { boto3, type BotoCall, boto3Lack } from "../support/boto3.ts"
import { gatewayProxy, type Passage } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, adminTarget } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

const trust = (account: string) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: "sts:AssumeRole" }]
  })
const reading = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: ["s3:GetObject"], Resource: "*" }]
})
const listing = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: ["s3:ListBucket"], Resource: "*" }]
})
const ofLength = (length: number) => {
  const document = (name: string) =>
    JSON.stringify({ Statement: [{ Effect: "Allow", Action: "s3:GetObject", Resource: `arn:aws:s3:::${name}` }] })
  return document("x".repeat(length - document("").length))
}
const name = "422 validation_failed payload.name"
const badRequests: ReadonlyArray<readonly [method: string, path: string, body: unknown, told: string]> = [
  ...["", "a b", "a/b", "..", ".", "%zz", "a\nb", "a\0b", "\ud800", "é", "x".repeat(65)].map(
    (bad) => ["POST", "users", { name: bad }, name] as const
  ),
  ["POST", "groups", { name: "x".repeat(129) }, name],
  ["POST", "roles", { name: "x".repeat(65), trust_policy: trust("RGW00000000000000001") }, name],
  ["POST", "users", { name: "eve", path: "no-slash" }, "422 validation_failed payload.path"],
  [
    "POST",
    "roles",
    { name: "eve", trust_policy: trust("RGW00000000000000001"), max_session_seconds: 60 },
    "422 validation_failed payload.max_session_seconds"
  ],
  ["POST", "roles", { name: "eve", trust_policy: "{" }, "422 validation_failed payload.trust_policy"],
  ["PUT", "users/ada.l/inline-policies/big", { document: ofLength(6_145) }, "422 validation_failed payload.document"],
  [
    "PUT",
    "users/ada.l/inline-policies/odd",
    { document: `{"Statement":[{"Effect":"Allow","Action":"ec2:*","Resource":"*"}]}` },
    "422 validation_failed payload.document"
  ],
  [
    "PUT",
    "users/ada.l/inline-policies/nul",
    { document: `{"Statement":[]}\0` },
    "422 validation_failed payload.document"
  ],
  ["PUT", "users/ada.l/inline-policies/a%20b", { document: reading }, "422 validation_failed params.policy_name"],
  ["PUT", "users/nobody/inline-policies/own", { document: reading }, "404 not_found"],
  ["POST", "users/nobody/keys", undefined, "404 not_found"]
]
const readOnly = { name: "AmazonS3ReadOnlyAccess", arn: "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess" }

for (const gateway of await adminGateways()) {
  requirement(`boto3 and ${gateway.name}`, gateway.lack ?? boto3Lack())(`IAM of an account on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "is what a foreign client made of it: users, groups, roles, keys, members, attached and inline policies",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, key, rgwAccountId, target } = yield* managerScene(gateway, { iam: { enabled: true } })
              const foreign = Effect.fnUntraced(function* (...calls: ReadonlyArray<BotoCall>) {
                for (const told of yield* boto3({ url: target.url, ...key }, "iam", calls))
                  assert.notProperty(told, "error", JSON.stringify(told))
              })
              const items = (path: string) =>
                Effect.map(ask("GET", `/iam/${path}`), (answer): ReadonlyArray<any> => ok(answer)["items"])
              assert.deepStrictEqual(
                [yield* items("users"), yield* items("groups"), yield* items("roles")],
                [[], [], []],
                "I4: root users are not listed"
              )
              yield* foreign(
                ["create_user", { UserName: "ada", Path: "/staff/" }],
                ["create_user", { UserName: "b+c=d,e.f@g-h_i" }],
                ["create_access_key", { UserName: "ada" }],
                ["create_group", { GroupName: "devs" }],
                ["add_user_to_group", { GroupName: "devs", UserName: "ada" }],
                [
                  "create_role",
                  {
                    RoleName: "reader",
                    Path: "/r/",
                    Description: "reads",
                    MaxSessionDuration: 7200,
                    AssumeRolePolicyDocument: trust(rgwAccountId)
                  }
                ],
                ["attach_user_policy", { UserName: "ada", PolicyArn: readOnly.arn }],
                ["attach_group_policy", { GroupName: "devs", PolicyArn: readOnly.arn }],
                ["attach_role_policy", { RoleName: "reader", PolicyArn: readOnly.arn }],
                ["put_user_policy", { UserName: "ada", PolicyName: "own", PolicyDocument: reading }],
                ["put_group_policy", { GroupName: "devs", PolicyName: "own", PolicyDocument: reading }],
                ["put_role_policy", { RoleName: "reader", PolicyName: "own", PolicyDocument: reading }]
              )
              assert.deepStrictEqual(
                (yield* items("users")).map(({ arn, name, path }) => [name, path, arn]),
                [
                  ["ada", "/staff/", `arn:aws:iam::${rgwAccountId}:user/staff/ada`],
                  ["b+c=d,e.f@g-h_i", "/", `arn:aws:iam::${rgwAccountId}:user/b+c=d,e.f@g-h_i`]
                ]
              )
              assert.deepInclude((yield* items("groups"))[0], { name: "devs", path: "/" })
              assert.deepInclude((yield* items("roles"))[0], {
                name: "reader",
                path: "/r/",
                description: "reads",
                max_session_seconds: 7200,
                trust_policy: trust(rgwAccountId)
              })
              const [made] = yield* items("users/ada/keys")
              assert.strictEqual(made.active, true)
              assert.notProperty(made, "secret_key")
              assert.deepStrictEqual(yield* items(`users/${encodeURIComponent("b+c=d,e.f@g-h_i")}/keys`), [])
              assert.deepStrictEqual(
                (yield* items("groups/devs/users")).map(({ name }) => name),
                ["ada"]
              )
              for (const holder of ["users/ada", "groups/devs", "roles/reader"]) {
                assert.deepStrictEqual(yield* items(`${holder}/policies`), [readOnly], holder)
                assert.deepStrictEqual(
                  yield* items(`${holder}/inline-policies`),
                  [{ name: "own", document: reading }],
                  holder
                )
              }
              // I1
              assert.deepStrictEqual((yield* items("policies")).length, 6)
              assert.deepInclude(yield* items("policies"), readOnly)
              for (const missing of [
                "users/nobody/keys",
                "groups/none/users",
                "users/nobody/policies",
                "groups/none/inline-policies",
                "roles/none/policies"
              ]) {
                assert.strictEqual((yield* ask("GET", `/iam/${missing}`)).status, 404, missing)
              }
            })
          )
      )

      it.effect(
        "changes what a foreign client sees, and shows what that changes: each entity from its making to its end",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, browser, bucket, contextId, key, rgwAccountId, target } = yield* managerScene(gateway, {
                iam: { enabled: true },
                sts: { enabled: true }
              })
              const foreign = Effect.fnUntraced(function* (method: string, args: object = {}) {
                const [told] = yield* boto3({ url: target.url, ...key }, "iam", [[method, args]])
                return told !== undefined && "answer" in told ? told.answer : { error: told?.error }
              })
              const iam = (method: string, path: string, body?: unknown) => ask(method, `/iam/${path}`, body)
              const done = (method: string, path: string, body?: unknown) => Effect.map(iam(method, path, body), ok)
              const refused = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
                const { body: told, code, status } = yield* iam(method, path, body)
                return [
                  status,
                  code,
                  (told["errors"] ?? [])
                    .map((one: { readonly path: ReadonlyArray<string> }) => one.path.join("."))
                    .join()
                ]
                  .filter((part) => part !== "")
                  .join(" ")
              })

              assert.deepInclude(yield* done("POST", "users", { name: "ada", path: "/staff/" }), {
                name: "ada",
                path: "/staff/",
                arn: `arn:aws:iam::${rgwAccountId}:user/staff/ada`
              })
              assert.strictEqual((yield* foreign("get_user", { UserName: "ada" })).User.Path, "/staff/")
              assert.strictEqual(yield* refused("POST", "users", { name: "ADA" }), "409 already_exists")
              yield* foreign("update_user", { UserName: "ada", NewPath: "/guests/" })
              assert.deepInclude(yield* done("GET", "users/ada"), { path: "/guests/" })
              assert.deepInclude(yield* done("PATCH", "users/ada", { name: "ada.l" }), {
                name: "ada.l",
                path: "/guests/"
              })
              const made: any = yield* done("POST", "users/ada.l/keys")
              assert.strictEqual(made.secret_key.length, 40)
              assert.deepStrictEqual(
                (yield* foreign("list_access_keys", { UserName: "ada.l" })).AccessKeyMetadata.map((one: any) => [
                  one.AccessKeyId,
                  one.Status
                ]),
                [[made.access_key, "Active"]]
              )
              assert.deepInclude(yield* done("PATCH", `users/ada.l/keys/${made.access_key}`, { active: false }), {
                access_key: made.access_key,
                active: false
              })
              yield* foreign("update_access_key", { UserName: "ada.l", AccessKeyId: made.access_key, Status: "Active" })
              assert.deepInclude((yield* done("GET", "users/ada.l/keys"))["items"][0], { active: true })

              assert.deepInclude(yield* done("POST", "groups", { name: "devs" }), { name: "devs", path: "/" })
              yield* done("PUT", "groups/devs/users/ada.l")
              assert.deepStrictEqual(
                (yield* foreign("list_groups_for_user", { UserName: "ada.l" })).Groups.map((one: any) => one.GroupName),
                ["devs"]
              )
              assert.deepInclude(yield* done("PATCH", "groups/devs", { name: "builders" }), { name: "builders" })
              yield* foreign("remove_user_from_group", { GroupName: "builders", UserName: "ada.l" })
              assert.deepStrictEqual((yield* done("GET", "users/ada.l/groups"))["items"], [])
              yield* foreign("add_user_to_group", { GroupName: "builders", UserName: "ada.l" })
              assert.strictEqual(yield* refused("PUT", "groups/builders/users/nobody"), "404 not_found")

              yield* done("POST", "roles", {
                name: "reader",
                trust_policy: trust(rgwAccountId),
                max_session_seconds: 7200,
                description: "reads"
              })
              for (const holder of ["users/ada.l", "groups/builders", "roles/reader"]) {
                assert.deepStrictEqual(
                  (yield* done("PUT", `${holder}/policies`, { arn: readOnly.arn }))["items"],
                  [readOnly],
                  holder
                )
                assert.deepStrictEqual(
                  yield* done("PUT", `${holder}/inline-policies/own`, { document: reading, before: null }),
                  { name: "own", document: reading },
                  holder
                )
                assert.strictEqual(
                  yield* refused("PUT", `${holder}/inline-policies/own`, { document: listing, before: null }),
                  "409 stale_plan",
                  holder
                )
                assert.strictEqual(
                  yield* refused("PUT", `${holder}/policies`, { arn: "arn:aws:iam::aws:policy/Nope" }),
                  "404 not_found",
                  holder
                )
              }
              yield* foreign("put_user_policy", { UserName: "ada.l", PolicyName: "own", PolicyDocument: listing })
              assert.strictEqual(
                yield* refused("PUT", "users/ada.l/inline-policies/own", { document: reading, before: reading }),
                "409 stale_plan"
              )
              assert.deepStrictEqual((yield* done("GET", "users/ada.l/inline-policies"))["items"], [
                { name: "own", document: listing }
              ])
              yield* done("DELETE", `groups/builders/policies?policy_arn=${encodeURIComponent(readOnly.arn)}`)
              assert.deepStrictEqual(
                (yield* foreign("list_attached_group_policies", { GroupName: "builders" })).AttachedPolicies,
                []
              )

              const locked = JSON.stringify({
                Version: "2012-10-17",
                Statement: [{ Effect: "Deny", Principal: "*", Action: "sts:AssumeRole" }]
              })
              assert.strictEqual(
                yield* refused("PUT", "roles/reader/trust-policy", { document: locked }),
                "422 validation_failed payload.document"
              )
              assert.deepInclude(yield* done("PATCH", "roles/reader", { description: "reads all" }), {
                description: "reads all",
                max_session_seconds: 7200
              })
              assert.deepInclude(
                yield* done("PUT", "roles/reader/trust-policy", {
                  document: locked,
                  before: trust(rgwAccountId),
                  despite_warnings: true
                }),
                { trust_policy: locked }
              )
              yield* foreign("update_assume_role_policy", { RoleName: "reader", PolicyDocument: trust(rgwAccountId) })
              assert.strictEqual((yield* done("GET", "roles/reader"))["trust_policy"], trust(rgwAccountId))

              const mine = yield* done("POST", "users/ada.l/access", {
                bucket: yield* bucket(),
                action: "s3:ListBucket",
                key: null
              }) as Effect.Effect<any>
              assert.deepStrictEqual(
                mine.sources.map((one: any) => [one.holder.name, one.kind, one.name]),
                [
                  ["ada.l", "inline", "own"],
                  ["ada.l", "managed", readOnly.name],
                  ["builders", "inline", "own"]
                ]
              )
              assert.deepStrictEqual(
                [mine.decision.outcome, mine.decision.decided_by, mine.deciding.map((one: any) => one.source)],
                ["allowed", "identity_policy", [0, 1]]
              )
              const asked = yield* bucket()
              const why = (principal: object) =>
                Effect.map(
                  ask("POST", `/buckets/${asked}/policy/check`, { principal, action: "s3:ListBucket", key: null }),
                  ok
                ) as Effect.Effect<any>
              const same = yield* why({ kind: "iam_user", account: rgwAccountId, name: "ada.l" })
              assert.deepStrictEqual(
                [same.decision.outcome, same.decision.decided_by, same.caller_policies],
                ["allowed", "identity_policy", ["own", readOnly.name, "own"]]
              )
              assert.deepStrictEqual(
                [
                  (yield* why({ kind: "iam_user", account: rgwAccountId, name: "nobody.here" })).decision.outcome,
                  (yield* why({ kind: "iam_user", account: "RGW99999999999999999", name: "ada.l" })).decision.outcome
                ],
                ["unknown", "denied"]
              )
              const [details]: ReadonlyArray<any> = (yield* done("POST", "details/users", { names: ["ada.l"] }))[
                "items"
              ]
              assert.deepInclude(details, {
                name: "ada.l",
                groups: ["builders"],
                inline: ["own"],
                attached: [readOnly],
                fault: null
              })
              const assumed: any = yield* done("POST", "roles/reader/test", {})
              assert.deepInclude(assumed, { assumed: true, credentials: null })
              assert.include(assumed.assumed_arn, "assumed-role/reader/")
              assert.isString(
                (yield* done("POST", "roles/reader/test", {
                  show_credentials: true,
                  duration_seconds: 900
                }) as Effect.Effect<any>).credentials.session_token
              )
              assert.deepInclude(yield* done("POST", "check", { text: locked, kind: "trust" }), {
                locks_out: true,
                who: [],
                faults: []
              })
              const nobody = trust(rgwAccountId).replace(":root", ":user/nobody")
              assert.deepInclude(yield* done("POST", "check", { text: nobody, kind: "trust", role_name: "reader" }), {
                locks_out: false,
                missing: [`arn:aws:iam::${rgwAccountId}:user/nobody`]
              })
              yield* done("PUT", "roles/reader/trust-policy", { document: trust("RGW99999999999999999") })
              assert.deepInclude(yield* done("POST", "roles/reader/test", {}), {
                assumed: false,
                code: "AccessDenied",
                credentials: null
              })
              assert.include(
                (yield* done("POST", "roles/reader/test", {}))["detail"],
                "try again",
                "it was just changed"
              )
              const unused: any = yield* done("GET", "unused")
              assert.deepInclude(unused, { last_used_known: false, keys: [], users: [], groups: [], roles: [] })
              assert.deepStrictEqual(unused.policies, [], "the policies that the gateway brings along are not listed")
              const looked = yield* Effect.promise(() =>
                browser.send("GET", `/api/manager/iam/unused/stream?context_id=${contextId}`)
              )
              assert.deepStrictEqual(
                [...looked.text.matchAll(/^event: ?(.*)$/gm)]
                  .map(([, event]) => event)
                  .filter((event) => event !== "progress"),
                ["found", "done"],
                looked.text
              )

              const told = yield* Effect.promise(() =>
                browser.send("GET", `/api/manager/iam/stream/users?details=true&context_id=${contextId}`)
              )
              const events = [...told.text.matchAll(/^event: ?(.*)$/gm)].map(([, event]) => event)
              assert.deepStrictEqual(events, ["rows", "progress", "details", "progress", "done"], told.text)

              for (const [method, path, body, told] of badRequests)
                assert.strictEqual(
                  yield* refused(method, path, body),
                  told,
                  `${method} ${path} ${JSON.stringify(body ?? null).slice(0, 80)}`
                )

              for (const [path, name] of [
                ["users/ada.l", "ada.l"],
                ["groups/builders", "builders"],
                ["roles/reader", "reader"]
              ] as const) {
                assert.strictEqual(yield* refused("DELETE", `${path}?confirm_name=somebody`), "409 stale_plan", path)
                assert.deepStrictEqual(yield* done("DELETE", `${path}?confirm_name=${name}`), { id: name, name })
                assert.strictEqual(yield* refused("DELETE", path), "404 not_found", path)
              }
              assert.deepStrictEqual(
                [
                  (yield* foreign("list_users")).Users,
                  (yield* foreign("list_groups")).Groups,
                  (yield* foreign("list_roles")).Roles
                ],
                [[], [], []]
              )
            })
          )
      )

      if (gateway.name === "sandbox") {
        const refusal = (status: number, code: string): Passage => ({
          status,
          type: "application/xml",
          text: `<Error><Code>${code}</Code><Message></Message></Error>`
        })
        const behind = Effect.gen(function* () {
          const bare = yield* gateway.scene
          const proxy = yield* gatewayProxy(bare.target.url)
          const { accessKey, secretKey } = yield* bare.target.credential.open
          const target = adminTarget(proxy.url, { accessKey, secretKey: Redacted.value(secretKey) })
          const scene = yield* managerScene(
            { ...gateway, scene: Effect.succeed({ ...bare, target }) },
            { iam: { enabled: true }, sts: { enabled: true } }
          )
          return { ...scene, proxy }
        })

        it.effect(
          "of a gateway that has none is told with the gateway's own code, on every list, stream and change",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const { ask, browser, contextId, proxy } = yield* behind
                for (const [status, code] of [
                  [405, "MethodNotAllowed"],
                  [501, "NotImplemented"]
                ] as const) {
                  proxy.set((method, path) => (method === "POST" && path === "/" ? refusal(status, code) : "pass"))
                  for (const [method, path, body] of [
                    ["GET", "users", undefined],
                    ["GET", "groups", undefined],
                    ["GET", "roles", undefined],
                    ["GET", "unused", undefined],
                    ["GET", "users/ada", undefined],
                    ["POST", "users", { name: "ada" }],
                    ["GET", "users/ada/access", undefined],
                    ["POST", "roles/reader/test", {}]
                  ] as const) {
                    const answer = yield* ask(method, `/iam/${path}`, body)
                    assert.deepStrictEqual(
                      [answer.status, answer.code, answer.body["storage"]?.code ?? answer.body["storage_code"]],
                      [502, "storage_error", code],
                      `${method} ${path}: ${answer.text}`
                    )
                  }
                  for (const path of ["stream/users", "unused/stream"]) {
                    const told = yield* Effect.promise(() =>
                      browser.send("GET", `/api/manager/iam/${path}?context_id=${contextId}`)
                    )
                    assert.deepStrictEqual(
                      [...told.text.matchAll(/^event: ?(.*)$/gm)].map(([, event]) => event),
                      ["error", "done"],
                      path
                    )
                    assert.include(told.text, code, path)
                  }
                }
              })
            )
        )

        it.effect(
          "whose caller hangs up at a change has it, or has it not, as the audit log says; what was deleted " +
            "underneath or is not followed yet is told",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                const { ask, browser, contextId, proxy } = yield* behind
                const done = (method: string, path: string, body?: unknown) =>
                  Effect.map(ask(method, `/iam/${path}`, body), ok)
                for (const name of ["one", "two", "three"]) yield* done("POST", "users", { name })
                yield* done("PUT", "users/three/inline-policies/own", { document: reading })
                for (const [action, method, path, body] of [
                  ["CreateUser", "POST", "users", { name: "four" }],
                  ["PutUserPolicy", "PUT", "users/one/inline-policies/own", { document: reading }],
                  ["CreateAccessKey", "POST", "users/two/keys", undefined],
                  ["DeleteUserPolicy", "DELETE", "users/three?confirm_name=three", undefined]
                ] as const) {
                  const [under, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
                  proxy.set((_method, _path, form) => {
                    if (form.get("Action") !== action) return "pass"
                    under.resolve()
                    return { until: gone.promise }
                  })
                  const caller = new AbortController()
                  const answer = browser
                    .send(
                      method,
                      `/api/manager/iam/${path}${path.includes("?") ? "&" : "?"}context_id=${contextId}`,
                      body,
                      {},
                      caller.signal
                    )
                    .catch(() => null)
                  yield* Effect.promise(() => under.promise)
                  caller.abort()
                  yield* Effect.promise(() => answer)
                  gone.resolve()
                  yield* Effect.repeat(
                    Effect.delay(sql`select 1 from gateway_intents where outcome is null`, "20 millis"),
                    { until: (rows) => rows.length === 0 }
                  )
                }
                proxy.set(() => "pass")
                assert.deepStrictEqual(
                  (yield* done("GET", "users"))["items"].map((user: { readonly name: string }) => user.name),
                  ["four", "one", "two"]
                )
                assert.deepStrictEqual((yield* done("GET", "users/one/inline-policies"))["items"], [
                  { name: "own", document: reading }
                ])
                assert.lengthOf((yield* done("GET", "users/two/keys"))["items"], 1)
                const told = yield* sql<{
                  said: string
                }>`select entity_id || ' ' || action || ' ' || status as said from audit_logs where action like 'iam.%'
                  order by id desc limit 4`
                assert.deepStrictEqual(
                  told.map(({ said }) => said),
                  [
                    "three iam.user.delete success",
                    "two iam.key.create success",
                    "one iam.inline.put success",
                    "four iam.user.create success"
                  ]
                )

                proxy.set((_method, _path, form) =>
                  form.get("Action") === "AttachUserPolicy" ? refusal(404, "NoSuchEntity") : "pass"
                )
                const underneath = yield* ask("PUT", "/iam/users/one/policies", { arn: readOnly.arn })
                assert.deepStrictEqual([underneath.status, underneath.code], [404, "not_found"])
                proxy.set((_method, _path, form) =>
                  form.get("Action") === "ListUsers"
                    ? {
                        status: 200,
                        type: "application/xml",
                        text: "<ListUsersResponse><ListUsersResult><Users><member>"
                      }
                    : "pass"
                )
                assert.strictEqual((yield* ask("GET", "/iam/users")).status, 502)
                // just changed, and not yet visible to all daemons
                proxy.set(() => "pass")
                yield* done("POST", "roles", {
                  name: "reader",
                  trust_policy: JSON.stringify({
                    Version: "2012-10-17",
                    Statement: [{ Effect: "Allow", Principal: "*", Action: "sts:AssumeRole" }]
                  })
                })
                proxy.set((_method, _path, form) =>
                  form.get("Action") === "AssumeRole" ? refusal(403, "AccessDenied") : "pass"
                )
                const assumed = yield* done("POST", "roles/reader/test", {})
                assert.deepInclude(assumed, { assumed: false, code: "AccessDenied" })
                assert.match(assumed["detail"], /s ago somebody did here: create IAM role reader.*try again/)
              })
            )
        )
      }
    })
  })
}
