import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { RightRecords } from "#services/accounts/contexts/RightRecords.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, places } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { documentOf, identities, isAllowed } from "./bucketAccessScene.ts"
import { iam } from "./policies/askGateway.ts"

const unique = (head: string) => `${head}${crypto.randomUUID().slice(0, 8)}`

const setPrivileges = Effect.fnUntraced(function* (userId: number, names: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update ui_users
    set privileges = array(select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))
    where id = ${userId}`
})

const clientOf = (url: string, key: { readonly access_key: string; readonly secret_key: string }) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new S3Client({
          endpoint: url,
          region: "default",
          forcePathStyle: true,
          maxAttempts: 1,
          credentials: { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
        })
    ),
    (client) => Effect.sync(() => client.destroy())
  )

const outcome = (request: Promise<unknown>) =>
  Effect.promise(() =>
    request.then(
      () => "done",
      ({ name }: Error) => name
    )
  )

for (const { lack, name, place } of places) {
  const isReal = name === "real RGW"
  requirement(name, lack)(`Cluster Admin on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      const scene = Effect.gen(function* () {
        const gateway = yield* place
        const proxy = yield* gatewayProxy(gateway.url)
        const managed = yield* managedAccount(gateway, proxy.url)
        yield* setPrivileges(managed.person.user.id, ["cluster_admin"])
        const root = `/api/cluster-admin/endpoints/${managed.endpoint.id}`
        const send = (method: string, path: string, body?: unknown) =>
          Effect.promise(() => managed.browser.send(method, `${root}${path}`, body))
        const ask = (path: string) => send("GET", path)
        const newAccount = Effect.gen(function* () {
          const account = yield* send("POST", "/accounts", { name: unique("acme") })
          assert.strictEqual(account.status, 201, account.text)
          const id: string = account.body["rgw_account_id"]
          const user = yield* send("POST", "/users", {
            user_id: unique("root"),
            display_name: "Root",
            account_id: id
          })
          assert.strictEqual(user.status, 201, user.text)
          const { key } = user.body
          return { id, uid: String(user.body["user"].rgw_user_uid), key, s3: yield* clientOf(gateway.url, key) }
        })
        return { ...managed, gateway, proxy, send, ask, newAccount, root }
      })

      it.effect("opens for the privilege alone, and names endpoints in order", () =>
        Effect.gen(function* () {
          const { ask, browser, endpoint, person, root } = yield* scene
          const list = () => Effect.promise(() => browser.get("/api/cluster-admin/endpoints"))
          const { body } = yield* list()
          const named: ReadonlyArray<{ readonly id: number; readonly name: string }> = body["items"]
          assert.isTrue(named.some(({ id }) => id === endpoint.id))
          assert.deepStrictEqual(
            named.map((one) => one.name),
            named.map((one) => one.name).sort(new Intl.Collator("en", { numeric: true }).compare)
          )
          assert.strictEqual((yield* Effect.promise(() => browser.get(`${root}9999/users`))).code, "not_found")
          yield* setPrivileges(person.user.id, ["storage_ops"])
          for (const answer of [yield* list(), yield* ask("/users"), yield* ask("/accounts")])
            assert.strictEqual(`${answer.status} ${answer.code}`, "403 workspace_unavailable")
        })
      )

      it.effect("lists ids without details, details of the page, and sorts by details of all rows", () =>
        Effect.gen(function* () {
          const { ask, newAccount, s3Users } = yield* Effect.gen(function* () {
            const found = yield* scene
            const tenant = unique("t").replace("-", "")
            const uids = [`${tenant}$${unique("b")}`, `${tenant}$${unique("a")}`]
            for (const user_id of uids) {
              const made = yield* found.send("POST", "/users", { user_id, display_name: `Name of ${user_id}` })
              assert.strictEqual(made.status, 201, made.text)
              assert.strictEqual(made.body["user"].rgw_user_uid, user_id)
            }
            yield* found.send("PUT", `/users/${encodeURIComponent(uids[0]!)}/quotas/user`, {
              enabled: true,
              max_size_bytes: 4096 * 1024,
              max_objects: 7
            })
            return { ...found, s3Users: { tenant, uids } }
          })
          const { tenant, uids } = s3Users
          const search = `search=${tenant}`
          const plain = yield* ask(`/users?${search}`)
          assert.strictEqual(plain.status, 200, plain.text)
          assert.strictEqual(plain.body["total"], 2)
          assert.isAbove(plain.body["total_all"], 2)
          assert.deepStrictEqual(
            plain.body["items"].map(({ user_id }: { readonly user_id: string }) => user_id),
            [...uids].sort()
          )
          assert.doesNotHaveAnyKeys(plain.body["items"][0], ["profile", "quota", "stats", "limits"])
          const whole = yield* ask(`/users?${search}&include=profile,quota,stats,limits`)
          assert.notInclude(whole.text, "secret")
          assert.deepInclude(whole.body["items"][1], { user_id: uids[0], tenant, registered_id: null, problem: null })
          assert.deepInclude(whole.body["items"][1].profile, {
            display_name: `Name of ${uids[0]}`,
            suspended: false,
            key_count: 1
          })
          assert.deepStrictEqual(whole.body["items"][1].quota.user_quota, {
            enabled: true,
            max_size_bytes: 4096 * 1024,
            max_objects: 7
          })
          assert.strictEqual(whole.body["items"][1].stats.state, "known")
          const sorted = yield* ask(`/users?${search}&sort_by=quota_max_objects&sort_dir=desc`)
          assert.strictEqual(sorted.status, 200, sorted.text)
          assert.deepStrictEqual(
            sorted.body["items"].map(({ user_id }: { readonly user_id: string }) => user_id),
            uids
          )
          const filter = (rules: ReadonlyArray<unknown>) =>
            `advanced_filter=${encodeURIComponent(JSON.stringify({ match: "all", rules }))}`
          const rules = [
            { field: "tenant", op: "eq", value: tenant },
            { field: "quota_max_objects", op: "gte", value: 7 }
          ]
          const filtered = yield* ask(`/users?${filter(rules)}`)
          assert.deepStrictEqual([filtered.body["total"], filtered.body["items"][0]?.user_id], [1, uids[0]])
          for (const bad of ["advanced_filter=%7B", filter([{ field: "colour", op: "eq", value: 1 }]), "sort_by=x"])
            assert.strictEqual((yield* ask(`/users?${bad}`)).status, 422, bad)

          const { id } = yield* newAccount
          const accounts = yield* ask(`/accounts?search=${id}&include=profile,stats&sort_by=used_bytes`)
          assert.strictEqual(accounts.status, 200, accounts.text)
          assert.deepInclude(accounts.body["items"][0].stats, { state: "known", used_bytes: 0, object_count: 0 })
          assert.strictEqual(accounts.body["items"][0].freeze, null)
        })
      )

      it.effect("edits a user, and the row says it at once", () =>
        Effect.gen(function* () {
          const { ask, send } = yield* scene
          const user_id = unique("edited")
          yield* send("POST", "/users", { user_id, display_name: "Before" })
          const at = `/users/${user_id}`
          const update = yield* send("PUT", at, {
            display_name: "After",
            op_mask: ["write", "read"],
            default_placement: "default-placement",
            was: { display_name: "Before", op_mask: ["read", "write", "delete"], default_placement: null }
          })
          assert.deepInclude(update.body, {
            display_name: "After",
            op_mask: ["read", "write"],
            default_placement: "default-placement"
          })
          const refused = yield* send("PUT", at, { default_placement: "no-such-target" })
          assert.strictEqual(refused.status, 422, refused.text)
          assert.include(refused.text, "no placement target no-such-target")
          assert.strictEqual(
            (yield* send("PUT", at, { display_name: "X", was: { display_name: "Before" } })).code,
            "stale_plan"
          )
          assert.isTrue((yield* send("PUT", `${at}/suspension`, { suspended: true })).body["suspended"])
          const caps = yield* send("PUT", `${at}/caps`, { caps: [{ type: "usage", perm: "read" }] })
          assert.deepStrictEqual(caps.body["caps"], [{ type: "usage", perm: "read" }])
          const row = (yield* ask(`/users?search=${user_id}&include=profile`)).body["items"][0]
          assert.deepInclude(row.profile, { display_name: "After", suspended: true })
          assert.strictEqual(
            (yield* send("PUT", "/users/nobody-of-this-name", { display_name: "X" })).code,
            "not_found"
          )
        })
      )

      it.effect("creates, disables and deletes keys; the secret is told once, and technical keys stay", () =>
        Effect.gen(function* () {
          const { ask, gateway, send } = yield* scene
          const user_id = unique("keyed")
          yield* send("POST", "/users", { user_id, display_name: "Keyed" })
          const at = `/users/${user_id}/keys`
          const made = yield* send("POST", at)
          assert.strictEqual(made.status, 201, made.text)
          const s3 = yield* clientOf(gateway.url, made.body as never)
          assert.strictEqual(yield* outcome(s3.send(new ListBucketsCommand({}))), "done")
          const listed = yield* ask(at)
          assert.strictEqual(listed.body["length"], 2)
          assert.notInclude(listed.text, made.body["secret_key"])
          const key = `${at}/${made.body["access_key"]}`
          assert.isFalse((yield* send("PUT", key, { active: false })).body["active"])
          assert.notStrictEqual(yield* outcome(s3.send(new ListBucketsCommand({}))), "done")
          assert.strictEqual((yield* send("DELETE", key)).status, 200)
          assert.strictEqual((yield* ask(at)).body["length"], 1)
          const root = gateway.accounts[0]!
          assert.strictEqual(
            (yield* send("DELETE", `/users/${encodeURIComponent(root.uid)}/keys/${root.accessKey}`)).code,
            "state_conflict"
          )
        })
      )

      it.effect("counts the usage of all buckets of the endpoint, of every owner", () =>
        Effect.gen(function* () {
          const { ask, endpoint, newAccount, send } = yield* scene
          const { s3 } = yield* newAccount
          const Bucket = unique("counted-")
          yield* outcome(s3.send(new CreateBucketCommand({ Bucket })))
          yield* outcome(s3.send(new PutObjectCommand({ Bucket, Key: "one", Body: "four" })))
          assert.deepStrictEqual((yield* ask("/usage-stats/latest")).body, { snapshot: null })
          const { text } = yield* send("POST", "/usage-stats/stream")
          assert.match(text, /event: rows/)
          assert.include(text, `"${Bucket}"`)
          assert.match(text, /event: result[\s\S]*event: done/)
          const { snapshot } = (yield* ask("/usage-stats/latest")).body
          assert.isAtLeast(snapshot.statistics.bucket_count, 1)
          const { days } = (yield* ask("/usage-stats/history?days=2")).body
          assert.strictEqual(days.at(-1).bucket_count, snapshot.statistics.bucket_count)
          const traffic = yield* ask("/usage-stats/traffic?period=hour")
          assert.strictEqual(traffic.status, 200, traffic.text)
          assert.strictEqual(traffic.body["evidence"].state, "off", "this endpoint's usage log is switched off here")
          const quotas = yield* ask("/quota/subjects?sort_by=time_until_full")
          assert.strictEqual(quotas.status, 200, quotas.text)
          const places = quotas.body["items"].map((one: { storage_endpoint_id: number }) => one.storage_endpoint_id)
          assert.isTrue(places.every((id: number) => id === endpoint.id))
        })
      )

      it.effect("ends a count within 5 seconds when its reader loses the privilege", () =>
        Effect.gen(function* () {
          const { person, proxy, send } = yield* scene
          proxy.set((_, path) => (path.startsWith("/admin/") ? "hold the request" : "pass"))
          const counting = yield* Effect.forkChild(send("POST", "/usage-stats/stream"))
          yield* Effect.sync(() => proxy.held.length).pipe(
            Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (held) => held > 0 }),
            Effect.timeout("20 seconds")
          )
          yield* setPrivileges(person.user.id, [])
          const { text } = yield* Effect.timeout(Fiber.join(counting), "6 seconds")
          assert.match(text, /event: progress/)
          assert.notMatch(text, /event: (result|done|error)/)
        })
      )

      it.effect("freezes an account against writes, and gives it its limits back", () =>
        Effect.gen(function* () {
          const { ask, gateway, newAccount, send } = yield* scene
          const { id, key, s3, uid } = yield* newAccount
          const Bucket = unique("frozen-")
          const at = `/accounts/${id}`
          const quota = { enabled: true, max_size_bytes: 100 * 1024 * 1024, max_objects: 1000 }
          assert.strictEqual((yield* send("PUT", `${at}/quotas/account`, quota)).status, 200)
          assert.strictEqual((yield* send("PUT", `${at}/limits`, { max_buckets: 5 })).status, 200)
          const put = (Key: string) => outcome(s3.send(new PutObjectCommand({ Bucket, Key, Body: "x" })))
          const create = (bucket: string) => outcome(s3.send(new CreateBucketCommand({ Bucket: bucket })))
          assert.strictEqual(yield* create(Bucket), "done")
          assert.strictEqual(yield* put("one"), "done")

          const frozen = yield* send("POST", `${at}/freeze`, { suspend_users: false })
          assert.strictEqual(frozen.status, 201, frozen.text)
          assert.strictEqual((yield* send("POST", `${at}/freeze`, {})).code, "state_conflict")
          assert.strictEqual((yield* send("PUT", `${at}/quotas/account`, quota)).code, "state_conflict")
          assert.strictEqual(yield* put("two"), "QuotaExceeded")
          assert.notStrictEqual(yield* create(unique("more-")), "done")
          assert.strictEqual(yield* outcome(s3.send(new GetObjectCommand({ Bucket, Key: "one" }))), "done")
          assert.strictEqual(yield* outcome(s3.send(new DeleteObjectCommand({ Bucket, Key: "one" }))), "done")
          const row = (yield* ask(`/accounts?search=${id}&include=quota`)).body["items"][0]
          assert.strictEqual(row.freeze.frozen_by.length > 0, true)
          assert.strictEqual(row.quota.account_quota.max_objects, 0)

          const back = yield* send("DELETE", `${at}/freeze`)
          assert.strictEqual(back.status, 200, back.text)
          assert.deepStrictEqual(back.body["account_quota"], quota)
          assert.strictEqual(back.body["limits"].max_buckets, 5)
          assert.strictEqual(yield* put("three"), "done")
          assert.strictEqual(yield* create(unique("more-")), "done")
          assert.strictEqual((yield* send("DELETE", `${at}/freeze`)).code, "not_found")

          const both = yield* send("POST", `${at}/freeze`, { suspend_users: true })
          assert.deepStrictEqual(both.body["suspended_users"], [uid])
          assert.notStrictEqual(yield* outcome(s3.send(new GetObjectCommand({ Bucket, Key: "three" }))), "done")
          yield* send("DELETE", `${at}/freeze`)
          assert.strictEqual(yield* outcome(s3.send(new GetObjectCommand({ Bucket, Key: "three" }))), "done")

          const root = { accessKey: key.access_key, secretKey: key.secret_key }
          const { role } = yield* Effect.promise(() => identities(gateway.url, root, id))
          // the sandbox knows no sessions of roles
          const listed = (should: boolean) =>
            isReal ? Effect.promise(() => isAllowed(gateway.url, role, Bucket, "list", "")) : Effect.succeed(should)
          const allow = documentOf([{ Effect: "Allow", Action: "s3:*", Resource: "*" }])
          yield* Effect.promise(() =>
            iam(gateway.url, root, {
              Action: "PutRolePolicy",
              RoleName: role.name,
              PolicyName: "all",
              PolicyDocument: allow
            })
          )
          assert.isTrue(yield* listed(true), "a session of a role reads")
          const sessions = yield* send("POST", `${at}/freeze`, { suspend_users: true, deny_roles: true })
          assert.deepStrictEqual(sessions.body["denied_roles"], [role.name], sessions.text)
          assert.isFalse(yield* listed(false), "its session is stopped")
          assert.deepStrictEqual((yield* ask(`/accounts?search=${id}`)).body["items"][0].freeze.denied_roles, [
            role.name
          ])
          assert.strictEqual((yield* send("DELETE", `${at}/freeze`)).status, 200)
          assert.isTrue(yield* listed(true), "and goes on afterwards")
          const policies = yield* Effect.promise(() =>
            iam(gateway.url, root, { Action: "ListRolePolicies", RoleName: role.name })
          )
          assert.notInclude(policies, "StowageFreeze")
          assert.strictEqual(
            (yield* send("PUT", `/users/${encodeURIComponent(uid)}/keys/${key.access_key}`, { active: false })).status,
            200
          )
          const keyless = yield* send("POST", `${at}/freeze`, { deny_roles: true })
          assert.strictEqual(keyless.code, "state_conflict", keyless.text)
          assert.include(keyless.body["detail"], "active access key")
          assert.strictEqual((yield* ask(`/accounts?search=${id}`)).body["items"][0].freeze, null)

          const sql = yield* SqlClient.SqlClient
          const actions = yield* sql<{ said: string }>`
            select action || ' ' || status || ' ' || scope as said from audit_logs
            where action like 'rgw_account.%freeze' and entity_label = ${id} order by id`
          assert.deepStrictEqual(
            actions.map(({ said }) => said),
            ["freeze", "unfreeze", "freeze", "unfreeze", "freeze", "unfreeze"].map(
              (verb) => `rgw_account.${verb} success cluster-admin`
            )
          )
        })
      )

      it.effect("a freeze that is refused between two roles leaves nothing of it", () =>
        Effect.gen(function* () {
          const { ask, gateway, newAccount, proxy, send } = yield* scene
          const { id, key, s3 } = yield* newAccount
          const root = { accessKey: key.access_key, secretKey: key.secret_key }
          const askIam = (form: Readonly<Record<string, string>>) => Effect.promise(() => iam(gateway.url, root, form))
          const AssumeRolePolicyDocument = documentOf([
            { Effect: "Allow", Principal: { AWS: `arn:aws:iam::${id}:root` }, Action: "sts:AssumeRole" }
          ])
          const roles = ["first", "second"]
          for (const RoleName of roles) yield* askIam({ Action: "CreateRole", RoleName, AssumeRolePolicyDocument })
          const Bucket = unique("half-frozen-")
          assert.strictEqual(yield* outcome(s3.send(new CreateBucketCommand({ Bucket }))), "done")
          const denied: Array<string> = []
          proxy.set((_, __, form) => {
            if (form.get("Action") !== "PutRolePolicy") return "pass"
            denied.push(form.get("RoleName") ?? "")
            if (denied.length === 1) return "pass"
            const text = "<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>"
            return { status: 403, type: "application/xml", text }
          })
          const frozen = yield* send("POST", `/accounts/${id}/freeze`, { suspend_users: true, deny_roles: true })
          assert.notStrictEqual(frozen.status, 201, frozen.text)
          assert.deepStrictEqual([...new Set(denied)].sort(), roles)
          for (const RoleName of roles)
            assert.notInclude(yield* askIam({ Action: "ListRolePolicies", RoleName }), "StowageFreeze")
          assert.strictEqual((yield* ask(`/accounts?search=${id}`)).body["items"][0].freeze, null)
          assert.strictEqual(
            yield* outcome(s3.send(new PutObjectCommand({ Bucket, Key: "one", Body: "x" }))),
            "done",
            "quota and users are as before"
          )
        })
      )

      it.effect("checks whether an account root can copy what it may not read, and leaves nothing behind", () =>
        Effect.gen(function* () {
          const { ask, proxy, send } = yield* scene
          assert.deepStrictEqual((yield* ask("/copy-check")).body, { check: null })
          const before = (yield* ask("/accounts")).body["total"]

          const checked = yield* send("POST", "/copy-check")
          assert.strictEqual(checked.status, 200, checked.text)
          const steps = new Map<string, string>()
          for (const { outcome: found, step } of checked.body["steps"]) steps.set(step, found)
          assert.strictEqual(steps.get("foreign_read"), "refused")
          // RGW does not check reads of the source of another account (quirk of 20.2)
          assert.strictEqual(checked.body["state"], isReal ? "open" : "closed", checked.text)
          if (isReal) {
            assert.strictEqual(checked.body["guard"], "works", checked.text)
            assert.strictEqual(steps.get("copied_content"), "allowed")
          }
          assert.deepStrictEqual((yield* ask("/copy-check")).body["check"], checked.body)
          yield* send("POST", "/accounts/refresh")
          assert.strictEqual((yield* ask("/accounts")).body["total"], before)
          assert.strictEqual((yield* ask("/accounts?search=stowage-check&include=profile")).body["total"], 0)

          proxy.set((method, path) =>
            method === "POST" && path.startsWith("/admin/account")
              ? { status: 403, type: "application/json", text: '{"Code":"AccessDenied"}' }
              : "pass"
          )
          const refused = yield* send("POST", "/copy-check")
          assert.strictEqual(refused.body["state"], "unknown", refused.text)
          assert.match(refused.body["detail"], /CreateAccount was refused/)
        })
      )

      it.effect("the copy guard is a planned change that stops foreign copies and lets the owner read", () =>
        Effect.gen(function* () {
          const { newAccount, send } = yield* scene
          const [owner, reader] = [yield* newAccount, yield* newAccount]
          const [Bucket, other] = [unique("guarded-"), unique("copies-")]
          yield* Effect.promise(() => owner.s3.send(new CreateBucketCommand({ Bucket })))
          yield* Effect.promise(() => owner.s3.send(new PutObjectCommand({ Bucket, Key: "secret", Body: "x" })))
          yield* Effect.promise(() => reader.s3.send(new CreateBucketCommand({ Bucket: other })))
          const copy = () =>
            outcome(
              reader.s3.send(new CopyObjectCommand({ Bucket: other, Key: "secret", CopySource: `${Bucket}/secret` }))
            )
          assert.strictEqual(yield* copy(), isReal ? "done" : "AccessDenied")

          const change = (value: boolean) => ({
            selection: { query: { advanced_filter: { rules: [{ field: "name", op: "eq", value: Bucket }] } } },
            change: { kind: "copy_guard", value }
          })
          const run = Effect.fnUntraced(function* (value: boolean) {
            const planned = yield* send("POST", "/bucket-changes/plan", change(value)).pipe(
              Effect.repeat({ schedule: Schedule.spaced("50 millis"), until: ({ status }) => status !== 409 }),
              Effect.timeout("30 seconds")
            )
            assert.strictEqual(planned.body["total"], 1, planned.text)
            const started = yield* send("POST", "/bucket-changes", {
              ...change(value),
              plan_hash: planned.body["plan_hash"]
            })
            assert.isBelow(started.status, 300, started.text)
            yield* send("GET", `/work/${started.body["id"]}`).pipe(
              Effect.repeat({
                schedule: Schedule.spaced("50 millis"),
                until: ({ body }) => String(body["state"]).startsWith("completed")
              }),
              Effect.timeout("30 seconds")
            )
          })
          yield* run(true)
          assert.strictEqual(yield* copy(), "AccessDenied")
          assert.strictEqual(yield* outcome(owner.s3.send(new GetObjectCommand({ Bucket, Key: "secret" }))), "done")
          yield* run(false)
          assert.strictEqual(yield* copy(), isReal ? "done" : "AccessDenied")
        })
      )

      it.effect("operators read objects of any owner with the owner's key, and nobody else does", () =>
        Effect.gen(function* () {
          const { browser, endpoint, gateway, newAccount, person, send } = yield* scene
          const sql = yield* SqlClient.SqlClient
          const owner = yield* newAccount
          const [Bucket, Key] = [unique("plain-"), "report.txt"]
          const tenant = unique("t").replace("-", "")
          const member = yield* send("POST", "/users", { user_id: `${tenant}$${unique("m")}`, display_name: "Member" })
          assert.strictEqual(member.status, 201, member.text)
          const memberS3 = yield* clientOf(gateway.url, member.body["key"])
          for (const [s3, Body] of [
            [owner.s3, "of the account"],
            [memberS3, "of the tenant"]
          ] as const) {
            yield* Effect.promise(() => s3.send(new CreateBucketCommand({ Bucket })))
            yield* Effect.promise(() => s3.send(new PutObjectCommand({ Bucket, Key, Body })))
          }
          const root = `/api/browser/buckets/${Bucket}`
          const at = (path: string, context: string) =>
            `${root}/${path}${path.includes("?") ? "&" : "?"}context_id=${encodeURIComponent(context)}`
          const get = (path: string, context = `cluster-${endpoint.id}`) =>
            Effect.promise(() => browser.send("GET", at(path, context)))
          const download = `objects/download?key=${Key}`
          assert.strictEqual((yield* get(download)).text, "of the account")
          assert.strictEqual((yield* get(download, `cluster-${endpoint.id}:${tenant}`)).text, "of the tenant")
          const listed = yield* get("objects")
          assert.strictEqual(listed.body["objects"][0].key, Key, listed.text)
          assert.strictEqual((yield* get(`objects/details?key=${Key}`)).status, 200)
          assert.strictEqual((yield* get("versions")).status, 200)
          const search = yield* get("search?q=report")
          assert.match(search.text, /event: done/)

          const entries = yield* sql<{ said: string }>`
            select concat_ws(' ', actor_email, scope, metadata ->> 'uid', metadata ->> 'operation') as said
            from audit_logs where action = 'bucket.browse' and entity_label = ${Bucket} order by id limit 2`
          assert.deepStrictEqual(
            entries.map(({ said }) => said),
            ["browserObjects/download", "browserObjects/list"].map(
              (operation) => `${person.user.email} cluster-admin ${owner.uid} ${operation}`
            )
          )

          const context = `cluster-${endpoint.id}`
          assert.strictEqual((yield* get(`objects/download-link?key=${Key}`)).status, 403)
          assert.strictEqual((yield* get("shares")).status, 403)
          const removal = yield* Effect.promise(() =>
            browser.send("POST", at("objects/delete", context), { entries: [{ key: Key }] })
          )
          assert.isAtLeast(removal.status, 400, removal.text)
          assert.strictEqual((yield* get(download)).text, "of the account")
          const all = yield* Effect.promise(() =>
            browser.send("GET", `/api/browser/buckets/search?context_id=${context}`)
          )
          assert.strictEqual(all.status, 403, all.text)

          for (const other of [
            `cluster-${endpoint.id + 1000}`,
            `cluster-${endpoint.id}:nobody`,
            `${context}:t/x`,
            `${context}x`
          ])
            assert.include([400, 404], (yield* get(download, other)).status, other)
          const inManager = yield* Effect.promise(() =>
            browser.send("GET", at(`${download}&s3_workspace=manager-browser`, context))
          )
          assert.strictEqual(inManager.status, 400, inManager.text)

          const [session] = yield* sql<{ id: string }>`select id from auth_sessions where user_id = ${person.user.id}`
          const records = yield* RightRecords
          const streamRight = Effect.map(
            records.areValid([
              {
                caller: Caller.cases.Session.make({
                  session_id: session!.id,
                  user: person.user,
                  mfa_verified_at: null,
                  authenticated_at: yield* DateTime.now
                }),
                workspace: "browser",
                contextId: context,
                tool: null
              }
            ]),
            ([valid]) => valid
          )
          assert.isTrue(yield* streamRight)
          yield* setPrivileges(person.user.id, ["storage_ops"])
          assert.isFalse(yield* streamRight)
          assert.strictEqual((yield* get(download)).status, 404)
          yield* setPrivileges(person.user.id, ["cluster_admin"])
          assert.strictEqual((yield* get(download)).status, 200)

          const keys = `/users/${encodeURIComponent(owner.uid)}/keys/${owner.key.access_key}`
          assert.isBelow((yield* send("DELETE", keys)).status, 300)
          const gone = yield* get(download)
          assert.strictEqual(gone.status, 404, gone.text)
        })
      )

      it.effect("a stream of an endpoint's objects ends when the privilege is lost in the middle", () =>
        Effect.gen(function* () {
          const { browser, endpoint, newAccount, person, proxy } = yield* scene
          const { s3 } = yield* newAccount
          const Bucket = unique("search-")
          yield* Effect.promise(() => s3.send(new CreateBucketCommand({ Bucket })))
          yield* Effect.promise(() => s3.send(new PutObjectCommand({ Bucket, Key: "one", Body: "x" })))
          proxy.set((method, path) =>
            method === "GET" && path.startsWith(`/${Bucket}`) && path.includes("list-type=2")
              ? "hold the request"
              : "pass"
          )
          const searching = yield* Effect.forkChild(
            Effect.promise(() =>
              browser.send("GET", `/api/browser/buckets/${Bucket}/search?q=one&context_id=cluster-${endpoint.id}`)
            )
          )
          yield* Effect.sync(() => proxy.held.length).pipe(
            Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (held) => held > 0 }),
            Effect.timeout("20 seconds")
          )
          yield* setPrivileges(person.user.id, [])
          const { text } = yield* Effect.timeout(Fiber.join(searching), "10 seconds")
          assert.notMatch(text, /event: (done|error)/)
        })
      )
    })
  })
}
