import { CreateBucketCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { unique } from "../gateway/contract/adminGateway.ts"
import { ok } from "../gateway/managerScene.ts"
import { portalScene, proxiedSandbox } from "../gateway/portalScene.ts"
import { timePasses } from "../services/audit/gatewayWorld.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"

const scene = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { gateway, proxy } = yield* proxiedSandbox
  const portal = yield* portalScene(gateway)
  const name = unique("data")
  const space = ok(yield* portal.boss.ask("POST", "/spaces", { name, bucket_name: name })) as any
  const accessOf = (userId: number) =>
    Effect.map(
      sql<{ state: string; problem: string | null }>`
        select state, problem from private_accesses where user_id = ${userId}`,
      ([row]) => row ?? null
    )
  const emailOf = (userId: number) =>
    Effect.map(sql<{ email: string }>`select email from ui_users where id = ${userId}`, ([row]) => row?.email)
  const run = (job: string) =>
    Effect.promise(() =>
      portal.browser.send("POST", `/api/internal/${job}`, undefined, { "x-internal-token": internalToken })
    )
  const settles = (userId: number, state: string | null) =>
    Effect.gen(function* () {
      yield* timePasses(true)
      yield* run("gateway-changes/reconcile")
      yield* sql`update private_accesses set next_try_at = now(), checked_at = now() - interval '1 day'
        where user_id = ${userId}`
      yield* run("private-access/run")
      return (yield* accessOf(userId))?.state ?? null
    }).pipe(Effect.repeat({ until: (found) => found === state, schedule: Schedule.spaced("500 millis") }))
  return { ...portal, proxy, space, accessOf, emailOf, run, settles }
})

const policiesOf = (ask: (method: string, path: string) => Effect.Effect<any>, sql: SqlClient.SqlClient, id: number) =>
  Effect.gen(function* () {
    const [row] = yield* sql<{ iam_user_name: string }>`
      select iam_user_name from private_accesses where user_id = ${id}`
    const answer = ok(yield* ask("GET", `/iam/users/${row!.iam_user_name}/inline-policies`)) as any
    return answer.items.map((one: any) => one.name) as ReadonlyArray<string>
  })

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("bad days of the Portal", (it) => {
  it.effect(
    "a gateway that fails before the IAM user of a new member has its policy is shown, and the right is given later",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { ada, ask, boss, proxy, settles, space } = yield* scene
          proxy.set((_method, _path, form) => (form.get("Action") === "PutUserPolicy" ? "refuse" : "pass"))
          const member = ok(yield* boss.ask("PUT", `/spaces/${space.id}/members/${ada.id}`, { right: "read" })) as any
          assert.strictEqual(member.right, "read")
          assert.notStrictEqual(member.access.state, "active")
          assert.isString(member.access.problem)
          const shown = ok(yield* ada.ask("GET", `/spaces/${space.id}`)) as any
          assert.deepInclude(shown.access, { state: member.access.state, context_id: null })
          assert.isString(shown.access.problem)
          const key = yield* ada.ask("POST", "/access-keys", { storage_space_id: space.id, label: "Laptop" })
          assert.isAtLeast(key.status, 400, "no key of a right that is not given")
          proxy.set(() => "pass")
          yield* settles(ada.id, "active")
          const after = ok(yield* ada.ask("GET", `/spaces/${space.id}`)) as any
          assert.deepInclude(after.access, { state: "active", problem: null })
          assert.deepStrictEqual(yield* policiesOf(ask, sql, ada.id), [`stowage-space-${space.id}`])
        })
      )
  )

  it.effect(
    "a gateway that fails before a policy is deleted: the person is refused at once, the policy goes later",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { accessOf, ada, ask, boss, emailOf, proxy, put, run, settles, space } = yield* scene
          yield* put(space.bucket_name, "k")
          ok(yield* boss.ask("PUT", `/spaces/${space.id}/members/${ada.id}`, { right: "read" }))
          const { access } = ok(yield* ada.ask("GET", `/spaces/${space.id}`)) as any
          const list = `/api/browser/buckets/${space.bucket_name}/objects?context_id=${access.context_id}`
          assert.strictEqual((yield* Effect.promise(() => ada.browser.get(list))).status, 200)
          proxy.set((_method, _path, form) => (form.get("Action") === "DeleteUserPolicy" ? "refuse" : "pass"))
          ok(yield* boss.ask("DELETE", `/spaces/${space.id}/members/${ada.id}`))
          assert.isAtLeast((yield* Effect.promise(() => ada.browser.get(list))).status, 400)
          assert.deepStrictEqual(yield* policiesOf(ask, sql, ada.id), [`stowage-space-${space.id}`])
          assert.isString((yield* accessOf(ada.id))?.problem)
          const former = Effect.map(
            boss.ask("GET", `/spaces/${space.id}/members`),
            (answer) => ok(answer)["former"] as Array<any>
          )
          const [left] = yield* former
          assert.deepInclude(left, { email: (yield* emailOf(ada.id)) ?? "" })
          assert.strictEqual(left.access.drift_count, 1)
          assert.isString(left.access.problem)
          const accesses = Effect.map(ask("GET", "/private-access"), (answer) => ok(answer)["items"] as Array<any>)
          const [shown] = yield* accesses
          assert.deepInclude(shown, {
            purpose: "portal",
            drift: [{ kind: "inline_extra", name: `stowage-space-${space.id}` }]
          })
          const end = yield* ask("DELETE", `/private-access/${shown.id}?confirm_name=${shown.iam_user_name}`)
          assert.deepInclude(end.body, { status: 409, code: "state_conflict" })
          ok(yield* run("private-access/run"))
          proxy.set(() => "pass")
          yield* settles(ada.id, "active")
          assert.deepStrictEqual(yield* policiesOf(ask, sql, ada.id), [])
          assert.deepStrictEqual([yield* former, yield* accesses], [[], []])
        })
      )
  )

  it.effect("a manager who loses the role while the gateway is asked approves nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { boss, contextId, proxy, space } = yield* scene
        const payload = { storage_space_id: space.id, max_size_bytes: 1_048_576 }
        const request = ok(yield* boss.ask("POST", "/requests", { type: "quota", payload })) as any
        const [asked, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const changes: Array<string> = []
        proxy.set((method, path) => {
          if (method !== "GET" && method !== "HEAD") changes.push(`${method} ${path}`)
          if (!path.startsWith("/admin/account")) return "pass"
          asked.resolve()
          return { until: lost.promise }
        })
        const approval = yield* Effect.forkScoped(
          boss.ask("POST", `/requests/${request.id}/approve`, { result: payload })
        )
        yield* Effect.promise(() => asked.promise)
        yield* sql`update user_associations set portal_role = 'portal_user'
          where user_id = ${boss.id} and rgw_account_id = ${Number(contextId)}`
        lost.resolve()
        const answer = yield* Fiber.join(approval)
        assert.deepInclude(answer.body, { status: 403, code: "forbidden" })
        assert.deepStrictEqual(changes, [])
        const [row] = yield* sql<{ state: string }>`select state from portal_requests where id = ${request.id}`
        assert.strictEqual(row?.state, "pending")
      })
    )
  )

  it.effect("an interrupted creation is shown as being created and continued; a refused bucket ends it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { ada, boss, contextId, proxy, root, run } = yield* scene
        const interrupted = Effect.fnUntraced(function* (bucket: string) {
          const [row] = yield* sql<{ id: number }>`
            insert into portal_spaces (rgw_account_id, name, bucket, created_at, creating_since)
            values (${Number(contextId)}, ${bucket}, ${bucket}, now(), now() - interval '6 minutes') returning id`
          yield* sql`insert into portal_members (space_id, user_id, member_right, added_at)
            values (${row!.id}, ${ada.id}, 'manage', now())`
          return row!.id
        })
        const stateOf = (id: number) =>
          Effect.map(
            boss.ask("GET", `/spaces/${id}`),
            ({ body }) => (body["bucket_state"] ?? body["status"]) as unknown
          )
        const denied = { status: 403, type: "application/xml", text: "<Error><Code>AccessDenied</Code></Error>" }
        const names = [unique("young"), unique("cut"), unique("refused")]
        const [young = 0, cut = 0, refused = 0] = yield* Effect.forEach(names, interrupted)
        yield* sql`update portal_spaces set creating_since = now() - interval '4 minutes' where id = ${young}`
        yield* Effect.promise(() => root.send(new CreateBucketCommand({ Bucket: names[0]! })))
        assert.deepStrictEqual(yield* Effect.forEach([young, cut, refused], stateOf), [
          "present",
          "creating",
          "creating"
        ])
        proxy.set((method, path) => (method !== "PUT" ? "pass" : path.startsWith(`/${names[1]}`) ? "cut" : denied))
        assert.deepInclude(ok(yield* run("portal/expire")), { resumed_count: 1, failed_count: 1 })
        assert.deepStrictEqual(yield* Effect.forEach([cut, refused], stateOf), ["creating", 404])
        proxy.set(() => "pass")
        yield* timePasses(true)
        yield* run("gateway-changes/reconcile")
        assert.deepInclude(ok(yield* run("portal/expire")), { resumed_count: 1, failed_count: 0 })
        assert.deepInclude(ok(yield* ada.ask("GET", `/spaces/${cut}`)), { bucket_state: "present", right: "manage" })
        assert.deepInclude((ok(yield* ada.ask("GET", `/spaces/${cut}`)) as any).access, { state: "active" })
        yield* sql`update portal_spaces set creating_since = now() - interval '6 minutes' where id = ${young}`
        assert.deepInclude(ok(yield* run("portal/expire")), { resumed_count: 1, failed_count: 0 })
        assert.deepInclude(ok(yield* run("portal/expire")), { resumed_count: 0, failed_count: 0 })
      })
    )
  )
})
