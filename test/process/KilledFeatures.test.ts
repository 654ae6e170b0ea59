import { CreateBucketCommand, GetBucketCorsCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../support/TestDatabase.ts"
import { servedAccount } from "./servedAccount.ts"

/** The step of an edit at which the process dies: what of its gateway is stalled there, and whether the gateway has it then. */
const steps = {
  // the intent is committed, and what stands there is looked at once more
  planned: { at: (method: string, nth: number) => method === "GET" && nth === 3, passage: "hold the request", so: false },
  sent: { at: (method: string) => method === "PUT", passage: "hold the request", so: false },
  done: { at: (method: string) => method === "PUT", passage: "hold the answer", so: true },
  // the gateway said so, and is looked at
  looked: { at: (method: string, nth: number) => method === "GET" && nth === 4, passage: "hold the request", so: true }
} as const
const names = Object.keys(steps) as ReadonlyArray<keyof typeof steps>
const value = { rules: [{ id: "a", allowed_origins: ["*"], allowed_methods: ["GET"], allowed_headers: [], expose_headers: [], max_age_seconds: 5 }] }

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a process that is killed while it changes features of buckets", (it) => {
  it.effect("is followed by one that tells of each what became of it, in the history and in the audit log", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, client, context, first, proxy, start } = yield* servedAccount(async (client) => {
      for (const bucket of names) await client.send(new CreateBucketCommand({ Bucket: bucket }))
    })
    const asked = new Map<string, number>()
    proxy.set((method, path) => {
      const name = names.find((one) => path.startsWith(`/${one}?cors`))
      if (name === undefined) return "pass"
      const nth = (asked.get(`${method} ${name}`) ?? 0) + 1
      asked.set(`${method} ${name}`, nth)
      return steps[name].at(method, nth) ? steps[name].passage : "pass"
    })
    const pathOf = (name: string) => `/api/manager/buckets/${name}/features/cors?context_id=${context}`
    // read before any is sent: a held request waits only as long as a gateway may take
    const versions = yield* Effect.forEach(names, (name) => Effect.promise(() => browser.get(pathOf(name)).then(({ body }) => body["version"] as string)))
    names.forEach((name, index) => void browser.send("PUT", pathOf(name), { value, version: versions[index] }).catch(() => null))
    while (!names.every((name) => proxy.held.some((path) => path.includes(`/${name}?`)))) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    assert.lengthOf(yield* sql`select 1 from audit_logs where action = 'bucket.cors.update'`, 0, "nobody has told yet")
    assert.lengthOf(yield* sql`select 1 from gateway_intents where outcome is null`, names.length, "and each was written down before")
    proxy.set(() => "pass")

    yield* start
    const began = Date.now()
    const open = sql`select 1 from gateway_intents where outcome is null`
    const left = yield* Effect.repeat(Effect.delay(open, "300 millis"), { while: (rows) => rows.length > 0 && Date.now() - began < 150_000 })
    assert.deepStrictEqual(left, [], "each is told")
    const told = yield* sql<{ bucket: string; status: string }>`select entity_id as bucket, status from audit_logs where action = 'bucket.cors.update'`
    const statuses = new Map(told.map(({ bucket, status }) => [bucket, status]))
    for (const name of names) {
      const there = yield* Effect.promise(() => client.send(new GetBucketCorsCommand({ Bucket: name })).then(() => true, () => false))
      assert.strictEqual(there, steps[name].so, `${name}: what the gateway has`)
      assert.strictEqual(statuses.get(name), steps[name].so ? "success" : "failure", `${name}: what the audit log says`)
      const history = yield* Effect.promise(() => browser.get(`/api/manager/buckets/${name}/history?context_id=${context}`))
      assert.deepStrictEqual(history.body["items"].map(({ after, before }: any) => [before, after]), steps[name].so ? [[null, value]] : [], `${name}: what the history says`)
    }
    // and what was made can be taken back by the next process
    const [change] = (yield* Effect.promise(() => browser.get(`/api/manager/buckets/done/history?context_id=${context}`))).body["items"]
    const undone = yield* Effect.promise(() => browser.post(`/api/manager/buckets/done/history/${change.id}/undo?context_id=${context}`))
    assert.strictEqual(undone.status, 200, undone.text)
    assert.lengthOf(told, names.length, "once each")
  }), 260_000)
})
