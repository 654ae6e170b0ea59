import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"
import { boto3, type BotoCall, boto3Lack } from "../support/boto3.ts"
import { somebody } from "../rules/people.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"
import { adminGateways, adminTarget, unique } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

const readOnly = "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess"
const document = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: ["s3:PutObject"], Resource: "*" }]
})
const wanted = { groups: ["devs"], managed_policies: [readOnly], inline_policies: [{ name: "own", document }] }

for (const gateway of await adminGateways()) {
  const real = gateway.name !== "sandbox"
  requirement(`boto3 and ${gateway.name}`, gateway.lack ?? boto3Lack())(`private access on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "is an IAM user, its policies and groups, and somebody's connection; what " +
          "differs is told and mended; it goes whole",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const { admin, ask, browser, key, target } = yield* managerScene(gateway, { iam: { enabled: true } })
              const foreign = (...calls: ReadonlyArray<BotoCall>) =>
                Effect.map(boto3({ url: target.url, ...key }, "iam", calls), (told) => told as ReadonlyArray<any>)
              const done = (...calls: ReadonlyArray<BotoCall>) =>
                Effect.map(foreign(...calls), (told) => {
                  for (const one of told) assert.notProperty(one, "error", JSON.stringify(one))
                })
              const me = (ok(yield* admin("GET", "/auth/session")) as any).user.id as number
              const run = Effect.map(
                Effect.promise(() =>
                  browser.send("POST", "/api/internal/private-access/run", undefined, {
                    "x-internal-token": internalToken
                  })
                ),
                ok
              )
              yield* done(["create_group", { GroupName: "devs" }])

              const made = ok(
                yield* ask("POST", "/private-access", { user_id: me, connection_name: "Mine alone", ...wanted })
              ) as any
              assert.deepInclude(
                made,
                { state: "active", problem: null, next_try_at: null, drift: [], ...wanted },
                JSON.stringify(made)
              )
              const user = { UserName: made.iam_user_name }
              const [groups, attached, own, keys] = yield* foreign(
                ["list_groups_for_user", user],
                ["list_attached_user_policies", user],
                ["get_user_policy", { ...user, PolicyName: "own" }],
                ["list_access_keys", user]
              )
              assert.deepStrictEqual(
                groups.answer.Groups.map((one: any) => one.GroupName),
                ["devs"]
              )
              assert.deepStrictEqual(
                attached.answer.AttachedPolicies.map((one: any) => one.PolicyArn),
                [readOnly]
              )
              assert.deepStrictEqual(own.answer.PolicyDocument, JSON.parse(document))
              assert.lengthOf(keys.answer.AccessKeyMetadata, 1)
              const connection = ok(yield* admin("GET", `/connections/${made.connection_id}`))
              assert.deepInclude(connection, {
                name: "Mine alone",
                server_managed: true,
                owner_type: "iam_user",
                owner_identifier: made.iam_user_name,
                access_key: keys.answer.AccessKeyMetadata[0].AccessKeyId
              })
              assert.strictEqual((yield* admin("DELETE", `/connections/${made.connection_id}`)).code, "state_conflict")
              ok(yield* admin("GET", `/manager/buckets?context_id=conn-${made.connection_id}&page=1`))

              yield* done(
                ["remove_user_from_group", { ...user, GroupName: "devs" }],
                ["put_user_policy", { ...user, PolicyName: "strange", PolicyDocument: document }],
                ["delete_access_key", { ...user, AccessKeyId: keys.answer.AccessKeyMetadata[0].AccessKeyId }],
                ["create_access_key", user]
              )
              yield* sql`update private_accesses set checked_at = now() - interval '1 day'`
              assert.deepInclude(yield* run, { checked_count: 1, drifted_count: 1 })
              const differs = ok(yield* ask("GET", `/private-access/${made.id}`)) as any
              assert.deepStrictEqual(
                [differs.state, differs.drift.map(({ kind }: any) => kind).sort()],
                ["active", ["group_missing", "inline_extra", "key_missing", "key_unknown"]]
              )
              const mended = ok(yield* ask("POST", `/private-access/${made.id}/retry`))
              assert.deepInclude(
                mended,
                { state: "active", drift: [], connection_id: made.connection_id },
                JSON.stringify(mended)
              )
              assert.deepInclude(ok(yield* ask("POST", `/private-access/${made.id}/check`)), { drift: [] })
              ok(yield* admin("GET", `/manager/buckets?context_id=conn-${made.connection_id}&page=1`))

              const refused = ok(
                yield* ask("PUT", `/private-access/${made.id}`, {
                  groups: ["nobody"],
                  managed_policies: [],
                  inline_policies: [],
                  version: made.version
                })
              ) as any
              assert.deepInclude(refused, {
                state: "failed",
                problem: "IamGroup nobody is not there",
                tracked: { groups: ["devs", "nobody"], managed_policies: [readOnly], inline_policies: ["own"] }
              })
              yield* done(["create_group", { GroupName: "nobody" }])
              yield* sql`update private_accesses set next_try_at = now() - interval '1 minute'`
              assert.deepInclude(yield* run, { confirmed_count: 1, failed_count: 0 })
              assert.deepInclude(ok(yield* ask("GET", `/private-access/${made.id}`)), {
                state: "active",
                problem: null,
                tracked: { groups: ["nobody"], managed_policies: [], inline_policies: [] }
              })
              assert.strictEqual(
                (yield* ask("PUT", `/private-access/${made.id}`, { ...wanted, version: made.version })).code,
                "stale_plan"
              )

              assert.deepInclude(
                ok(yield* ask("DELETE", `/private-access/${made.id}?confirm_name=${made.iam_user_name}`)),
                { cleanup_pending: false, problem: null }
              )
              assert.deepStrictEqual(yield* foreign(["get_user", user]), [{ error: "NoSuchEntity" }])
              assert.deepStrictEqual(ok(yield* ask("GET", "/private-access")), { items: [] })
              assert.strictEqual((yield* admin("GET", `/connections/${made.connection_id}`)).status, 404)

              const people = ok(
                yield* ask("POST", "/private-access", {
                  user_id: me,
                  groups: [],
                  managed_policies: [],
                  inline_policies: []
                })
              ) as any
              assert.strictEqual(people.state, "active")
              yield* sql`delete from user_associations where user_id = ${me}`
              assert.deepInclude(
                yield* run,
                { ended_count: 1, cleaned_count: 1 },
                "whoever is linked no more has no access"
              )
              assert.deepStrictEqual(yield* foreign(["get_user", { UserName: people.iam_user_name }]), [
                { error: "NoSuchEntity" }
              ])
              const said = yield* sql<{
                said: string
                text: string
              }>`select action || ' ' || status as said, a::text as text from audit_logs a
                where action like 'private_access.%' order by id`
              assert.includeMembers(
                said.map((row) => row.said),
                [
                  "private_access.grant success",
                  "private_access.provision success",
                  "private_access.provision failure",
                  "private_access.update success",
                  "private_access.end success",
                  "private_access.cleanup success"
                ]
              )
            })
          )
      )

      if (!real) {
        it.effect(
          "a gateway that refuses it for a week: tried for ever, told why and when next; it ends when the " +
            "gateway lets it",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                const { admin, ask, browser, contextId } = yield* managerScene(gateway, { iam: { enabled: true } })
                const session = ok(yield* admin("GET", "/auth/session")) as any
                const run = Effect.map(
                  Effect.promise(() =>
                    browser.send("POST", "/api/internal/private-access/run", undefined, {
                      "x-internal-token": internalToken
                    })
                  ),
                  ok
                )
                yield* sql`update storage_endpoints set url = 'http://127.0.0.1:9'
                  where id = (select storage_endpoint_id from rgw_accounts where id = ${Number(contextId)})`
                assert.deepInclude(ok(yield* ask("GET", "/private-access/people")), {
                  items: [
                    {
                      user_id: session.user.id,
                      email: session.user.email,
                      full_name: session.user.full_name,
                      obstacle: null
                    }
                  ]
                })
                const made = ok(yield* ask("POST", "/private-access", { user_id: session.user.id, ...wanted })) as any
                assert.deepInclude(made, {
                  state: "failed",
                  tries: 1,
                  connection_id: null,
                  tracked: { groups: ["devs"], managed_policies: [readOnly], inline_policies: ["own"] }
                })
                assert.isString(made.problem)
                assert.isString(made.next_try_at)
                const twice = yield* ask("POST", "/private-access", { user_id: session.user.id, ...wanted })
                assert.deepStrictEqual([twice.status, twice.code], [409, "already_exists"])
                const stranger = yield* ask("POST", "/private-access", { user_id: session.user.id + 1_000, ...wanted })
                assert.deepStrictEqual([stranger.status, stranger.code], [422, "validation_failed"])
                const wrong = yield* ask("DELETE", `/private-access/${made.id}?confirm_name=another`)
                assert.deepStrictEqual([wrong.status, wrong.code], [409, "stale_plan"])

                const ended = ok(
                  yield* ask("DELETE", `/private-access/${made.id}?confirm_name=${made.iam_user_name}`)
                ) as any
                assert.deepInclude(ended, { name: made.iam_user_name, cleanup_pending: true })
                assert.isString(ended.problem)
                assert.deepInclude(
                  yield* run,
                  { status: "completed", cleaned_count: 0, failed_count: 0 },
                  "not before its time"
                )
                for (const tries of [2, 3, 4]) {
                  yield* sql`update private_accesses set next_try_at = now() - interval '1 minute',
                    state_since = now() - interval '7 days'`
                  assert.deepInclude(yield* run, { failed_count: 1 })
                  const {
                    items: [row]
                  } = ok(yield* ask("GET", "/private-access")) as any
                  assert.deepInclude(row, { state: "cleanup_pending", tries })
                  assert.isString(row.problem)
                  assert.isAbove(Date.parse(row.next_try_at), Date.parse(row.last_tried_at))
                }
                const unregister = yield* admin("DELETE", `/admin/accounts/${contextId}`)
                assert.deepStrictEqual(
                  [unregister.status, unregister.code],
                  [409, "state_conflict"],
                  "without its key nobody could clean up"
                )
                assert.strictEqual(
                  (yield* ask("PUT", `/private-access/${made.id}`, { ...wanted, version: 1 })).code,
                  "state_conflict"
                )
              })
            )
        )

        it.effect(
          "is for whoever may see the data: not for those who manage the account without it, and it ends when " +
            "that is taken away",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                const { admin, ask, browser, contextId } = yield* managerScene(gateway, { iam: { enabled: true } })
                const { user } = ok(yield* admin("GET", "/auth/session")) as any
                const run = Effect.map(
                  Effect.promise(() =>
                    browser.send("POST", "/api/internal/private-access/run", undefined, {
                      "x-internal-token": internalToken
                    })
                  ),
                  ok
                )
                const dataAccess = (allowed: boolean) =>
                  sql`update user_associations set allow_manager_browser_data_access = ${allowed}
                    where user_id = ${user.id} and rgw_account_id = ${Number(contextId)}`
                const none = { groups: [], managed_policies: [readOnly], inline_policies: [] }
                const obstacles = Effect.map(ask("GET", "/private-access/people"), (answer) =>
                  (ok(answer)["items"] as ReadonlyArray<any>).map(({ obstacle, user_id }) => [user_id, obstacle])
                )

                yield* dataAccess(false)
                assert.deepStrictEqual(yield* obstacles, [[user.id, "manager_browser_data_access_missing"]])
                const refused = yield* ask("POST", "/private-access", { user_id: user.id, ...none })
                assert.deepStrictEqual([refused.status, refused.code], [422, "validation_failed"])
                assert.include(refused.text, "without access to its data")
                assert.deepStrictEqual(
                  ok(yield* ask("GET", "/private-access")),
                  { items: [] },
                  "nothing was written down, and the gateway not asked"
                )
                const group = ok(
                  yield* admin("POST", "/admin/groups", {
                    name: `readers ${contextId}`,
                    user_details: [{ user_id: user.id }],
                    account_links: [
                      {
                        account_id: Number(contextId),
                        manager_role: "account_administrator",
                        allow_manager_browser_data_access: true
                      }
                    ]
                  })
                )
                assert.deepStrictEqual(yield* obstacles, [[user.id, null]])
                ok(
                  yield* admin(
                    "DELETE",
                    `/admin/groups/${group["id"]}?confirm_name=${encodeURIComponent(group["name"])}`
                  )
                )
                const guest = (yield* somebody("ui_user")).user
                yield* sql`insert into user_associations (user_id, rgw_account_id, portal_role)
                  values (${guest.id}, ${Number(contextId)}, 'portal_user')`
                assert.sameDeepMembers(
                  [...(yield* obstacles)],
                  [
                    [user.id, "manager_browser_data_access_missing"],
                    [guest.id, null]
                  ]
                )
                assert.strictEqual(
                  (ok(yield* ask("POST", "/private-access", { user_id: guest.id, ...none })) as any).state,
                  "active"
                )

                yield* dataAccess(true)
                const made = ok(yield* ask("POST", "/private-access", { user_id: user.id, ...none })) as any
                assert.strictEqual(made.state, "active", JSON.stringify(made))
                yield* dataAccess(false)
                assert.deepInclude(yield* run, { ended_count: 1, cleaned_count: 1 })
                assert.deepStrictEqual(
                  (ok(yield* ask("GET", "/private-access"))["items"] as ReadonlyArray<any>).map(
                    ({ user_id }) => user_id
                  ),
                  [guest.id]
                )
                assert.strictEqual((yield* admin("GET", `/connections/${made.connection_id}`)).status, 404)
              })
            )
        )

        it.effect(
          "whoever hangs up at any step leaves the same: all of it, or nothing; and a gateway that does not " +
            "follow its own changes at once is asked again",
          () =>
            Effect.scoped(
              Effect.gen(function* () {
                const sql = yield* SqlClient.SqlClient
                const bare = yield* gateway.scene
                const proxy = yield* gatewayProxy(bare.target.url)
                const { accessKey, secretKey } = yield* bare.target.credential.open
                const target = adminTarget(proxy.url, { accessKey, secretKey: Redacted.value(secretKey) })
                const { admin, ask, browser, contextId } = yield* managerScene(
                  { ...gateway, scene: Effect.succeed({ ...bare, target }) },
                  { iam: { enabled: true } }
                )
                const session = ok(yield* admin("GET", "/auth/session")) as any
                const person = session.user.id as number
                const items = (path: string) =>
                  Effect.map(ask("GET", path), (answer) => ok(answer)["items"] as ReadonlyArray<any>)
                const run = Effect.gen(function* () {
                  yield* sql`update private_accesses set next_try_at = now() where next_try_at is not null`
                  yield* sql`update gateway_intents set look_at = now() where outcome is null`
                  yield* (yield* GatewayReconciliation).run
                  yield* (yield* PrivateAccessRuns).run
                })
                const settled = (state: string | null) =>
                  Effect.gen(function* () {
                    const [row] = yield* sql<{ state: string | null; n: number }>`
              select (select state from private_accesses where rgw_account_id = ${Number(contextId)}) as state,
                (select count(*)::int from gateway_intents where outcome is null) as n`
                    if (row?.state === state && row.n === 0) return true
                    yield* run
                    return false
                  }).pipe(Effect.repeat({ until: (so) => so, schedule: Schedule.spaced("50 millis") }))
                /** The caller hangs up during this gateway call, which completes all the same. */
                const hungUp = Effect.fnUntraced(function* (
                  action: string,
                  method: string,
                  path: string,
                  body?: unknown
                ) {
                  const [under, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
                  let once = true
                  proxy.set((_method, _path, form) => {
                    if (!once || form.get("Action") !== action) return "pass"
                    once = false
                    under.resolve()
                    return { until: gone.promise }
                  })
                  const caller = new AbortController()
                  const answer = browser
                    .send(
                      method,
                      `/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${contextId}`,
                      body,
                      {},
                      caller.signal
                    )
                    .catch(() => null)
                  yield* Effect.promise(() => under.promise)
                  caller.abort()
                  yield* Effect.promise(() => answer)
                  gone.resolve()
                })
                ok(yield* ask("POST", "/iam/groups", { name: "devs" }))
                const grants = [
                  "GetUser",
                  "CreateUser",
                  "PutUserPolicy",
                  "AttachUserPolicy",
                  "AddUserToGroup",
                  "CreateAccessKey"
                ]
                const ends = [
                  "GetUser",
                  "DeleteAccessKey",
                  "RemoveUserFromGroup",
                  "DetachUserPolicy",
                  "DeleteUserPolicy",
                  "DeleteUser"
                ]
                for (const [index, action] of grants.entries()) {
                  yield* hungUp(action, "POST", "/private-access", { user_id: person, ...wanted })
                  yield* settled("active")
                  const [made] = yield* items("/private-access")
                  const connection = ok(yield* admin("GET", `/connections/${made.connection_id}`))
                  assert.deepStrictEqual(
                    (yield* items(`/iam/users/${made.iam_user_name}/keys`)).map((key) => [key.access_key, key.active]),
                    [[connection["access_key"], true]],
                    action
                  )
                  yield* hungUp(
                    ends[index] ?? "DeleteUser",
                    "DELETE",
                    `/private-access/${made.id}?confirm_name=${made.iam_user_name}`
                  )
                  yield* settled(null)
                  assert.deepStrictEqual(yield* items("/iam/users"), [], ends[index])
                }

                for (const [action, code, status] of [
                  ["PutUserPolicy", "NoSuchEntity", 404],
                  ["AttachUserPolicy", "AccessDenied", 403],
                  ["CreateAccessKey", "AccessDenied", 403]
                ] as const) {
                  let left = 1
                  proxy.set((_method, _path, form) =>
                    form.get("Action") !== action || left-- <= 0
                      ? "pass"
                      : {
                          status,
                          type: "application/xml",
                          text: `<ErrorResponse><Error><Code>${code}</Code><Message></Message></Error></ErrorResponse>`
                        }
                  )
                  const made = ok(yield* ask("POST", "/private-access", { user_id: person, ...wanted })) as any
                  assert.deepInclude(made, { state: "failed", connection_id: null }, action)
                  assert.isString(made.problem)
                  assert.isString(made.next_try_at)
                  yield* settled("active")
                  assert.lengthOf(yield* items(`/iam/users/${made.iam_user_name}/keys`), 1, action)
                  ok(yield* ask("DELETE", `/private-access/${made.id}?confirm_name=${made.iam_user_name}`))
                }
                // other daemons see the new key later
                let strange = 2
                proxy.set((method, path) =>
                  method === "GET" && path.startsWith("/?") && strange-- > 0
                    ? { status: 403, type: "application/xml", text: "<Error><Code>InvalidAccessKeyId</Code></Error>" }
                    : "pass"
                )
                const late = ok(yield* ask("POST", "/private-access", { user_id: person, ...wanted })) as any
                assert.deepInclude(late, { state: "active", problem: null, tries: 0 })
                assert.isAtMost(strange, 0, "it was refused twice")
              })
            )
        )

        it.effect("is of accounts: other contexts are refused with what to do", () =>
          Effect.scoped(
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const { admin, contextId, key } = yield* managerScene(gateway, { iam: { enabled: true } })
              const { user } = ok(yield* admin("GET", "/auth/session")) as any
              const [{ endpoint = 0 } = {}] = yield* sql<{
                endpoint: number
              }>`select storage_endpoint_id as endpoint from rgw_accounts where id = ${Number(contextId)}`
              const s3User = ok(
                yield* admin("POST", "/admin/s3-users", {
                  name: unique("plain"),
                  rgw_user_uid: unique("plain"),
                  storage_endpoint_id: endpoint,
                  user_links: [
                    { user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
                  ]
                })
              )
              const shared = ok(
                yield* admin("POST", "/admin/s3-connections", {
                  name: unique("shared"),
                  storage_endpoint_id: endpoint,
                  access_key: key.accessKey,
                  secret_key: key.secretKey,
                  capabilities: { can_manage_iam: true }
                })
              )
              yield* sql`insert into user_associations (user_id, s3_connection_id, manager_role)
                values (${user.id}, ${Number(shared["id"])}, 'account_administrator')`
              for (const context of [`s3u-${s3User["id"]}`, `conn-${shared["id"]}`]) {
                for (const [method, path, body] of [
                  ["GET", "", undefined],
                  ["GET", "/people", undefined],
                  ["POST", "", { user_id: user.id, groups: [], managed_policies: [], inline_policies: [] }],
                  ["DELETE", "/1?confirm_name=x", undefined]
                ] as const) {
                  const answer = yield* admin(
                    method,
                    `/manager/private-access${path}${path.includes("?") ? "&" : "?"}context_id=${context}`,
                    body
                  )
                  assert.deepStrictEqual(
                    [answer.status, answer.code, answer.body["remediation_reason"]],
                    [403, "workspace_unavailable", "private_access_unavailable"],
                    `${context} ${method} ${path}: ${answer.text}`
                  )
                  assert.include(answer.body["detail"], "choose a context that is one")
                }
              }
            })
          )
        )
      }
    })
  })
}
