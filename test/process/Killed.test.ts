import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { account, freshSandbox, raw } from "../layers/sandbox/support.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")

/** The service as a process on the file's database, over a gateway that lives here. */
const installation = Effect.gen(function*() {
  const gateway = yield* freshSandbox()
  const proxy = yield* gatewayProxy(gateway.url)
  const port = yield* Effect.promise(freePort)
  const env = {
    DATABASE_URL: yield* TestDatabase.url, PUBLIC_ORIGIN: `http://localhost:${port}`, SANDBOX_GATEWAY: "false", GATEWAY_TIMEOUT_SECONDS: "4",
    UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
  }
  const start = Effect.acquireRelease(
    Effect.promise(() => startService({ port, env })),
    (service) => Effect.promise(() => service.stop("SIGKILL"))
  )
  return { gateway, proxy, start, origin: env.PUBLIC_ORIGIN }
})

const token = (setupLink: string | undefined) => setupLink?.split("token=")[1] ?? ""

/** Signs the first administrator in and registers the gateway, by the proxy, with its account. */
const prepared = async (origin: string, setupLink: string | undefined, url: string, gateway: Effect.Success<ReturnType<typeof freshSandbox>>) => {
  const browser = new ConsoleBrowser(origin)
  const me = await browser.send("POST", "/api/auth/bootstrap", { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" }, {
    "x-service-bootstrap-token": token(setupLink)
  })
  assert.strictEqual(me.status, 200, me.text)
  const authenticator = new SoftAuthenticator(origin)
  const options = await browser.post("/api/auth/webauthn/registration/options")
  await browser.post("/api/auth/webauthn/registration/verify", { name: "key", response: authenticator.create(options.body as never) })
  const endpoint = await browser.post("/api/admin/storage-endpoints", {
    name: "gateway", url, admin_access_key: gateway.admin.accessKey, admin_secret_key: gateway.admin.secretKey,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  })
  assert.strictEqual(endpoint.status, 201, endpoint.text)
  const session = await browser.get("/api/auth/session")
  const registered = await browser.post("/api/admin/accounts/import", {
    storage_endpoint_id: endpoint.body["id"], rgw_account_id: account(gateway).id,
    user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
  })
  assert.include([200, 201], registered.status, registered.text)
  return { browser, context: registered.body["id"] as number, endpoint: endpoint.body["id"] as number }
}

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a service that is killed", (it) => {
  it.effect("between the steps of its changes has told each of them as it was, soon after it is started again", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { gateway, origin, proxy, start } = yield* installation
    const first = yield* start
    const { browser, context, endpoint } = yield* Effect.promise(() => prepared(origin, first.setupLink, proxy.url, gateway))
    const at = (path: string) => `/api/manager/buckets${path}?context_id=${context}`
    for (const name of ["delete-unsent", "delete-done", "delete-planned"]) {
      assert.strictEqual((yield* Effect.promise(() => browser.post(at(""), { name }))).status, 201)
    }
    yield* Effect.promise(() => browser.get(at("")))

    // the step at which each change stands when the process dies, and a refresh that somebody asked for
    proxy.set((method, path) => {
      if (path.startsWith("/admin/bucket?") && path.includes("stats=true") && path.includes("uid=")) return "hold the request"
      if (path.includes("planned")) return "hold the request"
      if (method === "GET" || method === "HEAD") return "pass"
      if (path.includes("unsent")) return "hold the request"
      return path.includes("done") || path.includes("half-made") ? "hold the answer" : "pass"
    })
    // one has its answer, and its outcome cannot be written yet
    const unlock = yield* Deferred.make<void>()
    const locked = yield* Effect.forkChild(sql.withTransaction(Effect.andThen(sql`lock table audit_logs in exclusive mode`, Deferred.await(unlock))))
    assert.strictEqual(204, (yield* Effect.promise(() => browser.post(`/api/manager/buckets/cache/refresh?context_id=${context}`))).status)
    while (!proxy.held.some((path) => path.includes("stats=true"))) yield* Effect.sleep("20 millis")
    const asked = yield* Effect.forkChild(Effect.forEach([
      ...["create-unsent", "create-done", "create-planned", "create-untold"].map((name) => () => browser.post(at(""), { name })),
      ...["delete-unsent", "delete-done", "delete-planned"].map((name) => () => browser.send("DELETE", at(`/${name}`))),
      () => browser.post("/api/admin/s3-users", { storage_endpoint_id: endpoint, rgw_user_uid: "half-made", name: "Half made" })
    ], (send) => Effect.promise(() => send().catch(() => null)), { concurrency: "unbounded" }))
    // each by its name: readings of statistics may be held too, more than once
    const stalled = ["create-unsent", "create-done", "create-planned", "delete-unsent", "delete-done", "delete-planned", "half-made"]
    while (!stalled.every((name) => proxy.held.some((path) => path.includes(name)))) yield* Effect.sleep("20 millis")
    while (gateway.faults.calls({ op: "CreateBucket", bucket: "create-untold" }).length === 0) yield* Effect.sleep("20 millis")
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into audit_logs%' and datname = current_database()`
    yield* Effect.repeat(Effect.delay(waiting, "20 millis"), { while: (rows) => rows.length === 0 })
    yield* Effect.promise(() => first.stop("SIGKILL"))
    yield* Fiber.interrupt(asked)
    yield* Deferred.succeed(unlock, undefined)
    yield* Fiber.join(locked)
    assert.deepStrictEqual((yield* sql`select 1 from gateway_intents where outcome is null`).length, 8, "each is written down, none is told")
    proxy.set(() => "pass")

    const refreshed = sql<{ at: string; asked: boolean }>`
      select refreshed_at::text as at, refresh_requested_at is not null as asked from bucket_listings where key like ${`endpoint:${endpoint}/%`}`
    const [before] = yield* refreshed
    assert.isTrue(before?.asked, "it was asked for")
    const began = Date.now()
    yield* start
    const rows = yield* Effect.repeat(
      Effect.delay(sql<{ said: string; actor: string; reconciled: boolean }>`
        select action || ' ' || coalesce(entity_id, entity_label) || ' ' || status as said, actor_email as actor, (metadata->>'reconciled')::boolean as reconciled
        from audit_logs where metadata ? 'reconciled' order by 1`, "200 millis"),
      { while: (found) => found.length < 8 && Date.now() - began < 90_000 }
    )
    assert.deepStrictEqual(rows.map(({ said }) => said), [
      "bucket.create create-done success", "bucket.create create-planned failure", "bucket.create create-unsent failure",
      "bucket.create create-untold success",
      "bucket.delete delete-done success", "bucket.delete delete-planned failure", "bucket.delete delete-unsent failure",
      "rgw_user.create Half made failure"
    ])
    const made = yield* Effect.promise(() => browser.post("/api/admin/s3-users/import", { storage_endpoint_id: endpoint, rgw_user_uid: "half-made" }))
    assert.strictEqual(made.status, 422, "what was half made is taken back from the gateway")
    assert.isTrue(rows.every(({ actor }) => actor === "ada@example.org"))
    const [after] = yield* Effect.repeat(Effect.delay(refreshed, "200 millis"), { while: ([row]) => row?.asked === true && Date.now() - began < 90_000 })
    assert.notStrictEqual(after?.at, before?.at, "the refresh was made, long before the listing gets old, and nobody looked at it")
    const listed = yield* sql<{ name: string }>`
      select name from bucket_listing_rows where key like ${`endpoint:${endpoint}/%`} order by name`
    assert.deepStrictEqual(listed.map(({ name }) => name), ["create-done", "create-untold", "delete-planned", "delete-unsent"], "no phantom")
  }), 180_000)
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a service that is killed while it registers", (it) => {
  it.effect("between account and root user, between gateway and row, and after a key was made leaves nothing on the gateway", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { gateway, origin, proxy, start } = yield* installation
    const first = yield* start
    const { browser, endpoint } = yield* Effect.promise(() => prepared(origin, first.setupLink, proxy.url, gateway))
    const onGateway = (target: string) => Effect.map(raw(gateway, gateway.admin, { method: "GET", target: `/admin/${target}` }), ({ text }) => JSON.parse(text))
    const own = yield* Effect.promise(() => browser.post("/api/admin/s3-users", { storage_endpoint_id: endpoint, rgw_user_uid: "stranger", name: "Stranger" }))
    yield* Effect.promise(() => browser.send("DELETE", `/api/admin/s3-users/${String(own.body["id"])}?confirm_name=Stranger`))
    const everything = Effect.gen(function*() {
      const [accounts, users] = [yield* onGateway("metadata/account"), yield* onGateway("metadata/user")]
      return { accounts: accounts.toSorted(), users: users.toSorted(), keys: (yield* onGateway("user?uid=stranger")).keys.length }
    })
    const before = yield* everything

    proxy.set((method, path) => method === "GET" || (path.startsWith("/admin/account") && !path.includes("half-account")) ? "pass" : "hold the answer")
    const asked = yield* Effect.forkChild(Effect.forEach([
      () => browser.post("/api/admin/accounts", { storage_endpoint_id: endpoint, name: "half-account" }),
      () => browser.post("/api/admin/accounts", { storage_endpoint_id: endpoint, name: "whole-account" }),
      () => browser.post("/api/admin/s3-users/import", { storage_endpoint_id: endpoint, rgw_user_uid: "stranger" })
    ], (send) => Effect.promise(() => send().catch(() => null)), { concurrency: "unbounded" }))
    const held = (...parts: ReadonlyArray<string>) => proxy.held.some((path) => parts.every((part) => path.includes(part)))
    while (!(held("/admin/account", "half-account") && held("/admin/user", "account-root") && held("/admin/user", "key", "stranger"))) yield* Effect.sleep("20 millis")
    assert.notDeepEqual(yield* everything, before, "each was made, by half or whole")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    yield* Fiber.interrupt(asked)
    proxy.set(() => "pass")

    yield* start
    const began = Date.now()
    const rows = yield* Effect.repeat(
      Effect.delay(sql<{ said: string }>`select action || ' ' || status as said from audit_logs where metadata ? 'reconciled' order by 1`, "200 millis"),
      { while: (found) => found.length < 3 && Date.now() - began < 90_000 }
    )
    assert.deepStrictEqual(rows.map(({ said }) => said), ["rgw_account.create failure", "rgw_account.create failure", "rgw_user.import failure"])
    assert.deepStrictEqual(yield* everything, before, "what was made is taken back, a key that was there before stays")
    assert.lengthOf(yield* sql`select 1 from rgw_users`, 0)
  }), 180_000)
})
