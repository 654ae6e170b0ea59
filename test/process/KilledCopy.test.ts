import { CreateBucketCommand, GetBucketTaggingCommand, PutBucketTaggingCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { account, client as clientOf, freshSandbox } from "../layers/sandbox/support.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { freePort } from "../support/freePort.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { startService } from "../support/ServiceProcess.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const key = () => randomBytes(32).toString("base64url")
/** By what becomes of the writing to them when the process dies. */
const targets = ["never-sent", "sent-unheard", "before-it"]

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a process that is killed while it copies a feature", (it) => {
  it.effect("is followed by one that brings it to its end; each bucket is changed once, told once, and can be put back", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const gateway = yield* freshSandbox()
    const proxy = yield* gatewayProxy(gateway.url)
    const client = yield* clientOf(gateway, account(gateway))
    const port = yield* Effect.promise(freePort)
    const env = {
      DATABASE_URL: yield* TestDatabase.url, PUBLIC_ORIGIN: `http://localhost:${port}`, SANDBOX_GATEWAY: "false", GATEWAY_TIMEOUT_SECONDS: "4",
      UI_JWT_KEYS: key(), API_JWT_KEYS: key(), JWT_KEYS: key(), CREDENTIAL_KEYS: key()
    }
    const start = Effect.acquireRelease(Effect.promise(() => startService({ port, env })), (service) => Effect.promise(() => service.stop("SIGKILL")))
    const first = yield* start
    const browser = new ConsoleBrowser(env.PUBLIC_ORIGIN)
    const context = yield* Effect.promise(async () => {
      await browser.send("POST", "/api/auth/bootstrap", { email: "ada@example.org", full_name: "Ada", password: "correct horse battery staple" }, {
        "x-service-bootstrap-token": first.setupLink?.split("token=")[1] ?? ""
      })
      const options = await browser.post("/api/auth/webauthn/registration/options")
      await browser.post("/api/auth/webauthn/registration/verify", { name: "key", response: new SoftAuthenticator(env.PUBLIC_ORIGIN).create(options.body as never) })
      const endpoint = await browser.post("/api/admin/storage-endpoints", {
        name: "gateway", url: proxy.url, admin_access_key: gateway.admin.accessKey, admin_secret_key: gateway.admin.secretKey,
        features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
      })
      const session = await browser.get("/api/auth/session")
      const registered = await browser.post("/api/admin/accounts/import", {
        storage_endpoint_id: endpoint.body["id"], rgw_account_id: account(gateway).id, user_links: [{ user_id: session.body["user"].id, manager_role: "account_administrator" }]
      })
      assert.include([200, 201], registered.status, registered.text)
      for (const bucket of ["source", ...targets]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        await client.send(new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet: [{ Key: "is", Value: bucket }] } }))
      }
      return registered.body["id"] as number
    })
    const wanted = { feature: "tags", source: "source", buckets: targets }
    const plan = yield* Effect.promise(() => browser.post(`/api/manager/feature-copies/plan?context_id=${context}`, wanted))
    assert.strictEqual(plan.body["total"], targets.length, plan.text)
    proxy.set((method, path) => {
      if (method !== "PUT" || !path.includes("tagging")) return "pass"
      return path.startsWith("/never-sent") ? "hold the request" : path.startsWith("/sent-unheard") ? "hold the answer" : "pass"
    })
    const run = yield* Effect.promise(() => browser.post(`/api/manager/feature-copies?context_id=${context}`, { ...wanted, plan_hash: plan.body["plan_hash"] }))
    assert.strictEqual(run.status, 201, run.text)
    while (!["never-sent", "sent-unheard"].every((name) => proxy.held.some((path) => path.includes(`/${name}`)))) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    proxy.set(() => "pass")

    yield* start
    const began = Date.now()
    const settled = (state: RegExp) => Effect.repeat(Effect.delay(sql<{ state: string }>`select state from work_runs`, "300 millis"), {
      while: (rows) => !rows.every((row) => state.test(row.state)) && Date.now() - began < 200_000
    })
    const over = yield* settled(/^completed/)
    const items = yield* sql`select label, state, attempts, result, problem from work_items order by ordinal`
    assert.deepStrictEqual(over.map(({ state }) => state), ["completed"], JSON.stringify(items))
    const tagOf = (bucket: string) => Effect.promise(() => client.send(new GetBucketTaggingCommand({ Bucket: bucket })).then(({ TagSet }) => TagSet?.map(({ Value }) => Value).join()))
    assert.deepStrictEqual(yield* Effect.forEach(targets, tagOf), targets.map(() => "source"))
    const changes = yield* sql<{ bucket: string; n: number }>`select bucket, count(*)::int as n from feature_changes where origin = 'copy' group by 1 order by 1`
    assert.deepStrictEqual(changes.map((row) => ({ ...row })), [...targets].sort().map((bucket) => ({ bucket, n: 1 })))

    const undone = yield* Effect.promise(() => browser.post(`/api/manager/work/${run.body["id"]}/undo?context_id=${context}`))
    assert.strictEqual(undone.status, 200, undone.text)
    assert.deepStrictEqual((yield* settled(/^rolled_back/)).map(({ state }) => state), ["rolled_back"])
    assert.deepStrictEqual(yield* Effect.forEach(targets, tagOf), targets)
  }), 300_000)
})
