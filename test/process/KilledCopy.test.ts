import { CreateBucketCommand, GetBucketTaggingCommand, PutBucketTaggingCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../support/TestDatabase.ts"
import { servedAccount } from "./servedAccount.ts"

/** By what becomes of the writing to them when the process dies. */
const targets = ["never-sent", "sent-unheard", "before-it"]

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a process that is killed while it copies a feature", (it) => {
  it.effect("is followed by one that brings it to its end; each bucket is changed once, told once, and can be put back", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, client, context, first, proxy, start } = yield* servedAccount(async (client) => {
      for (const bucket of ["source", ...targets]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        await client.send(new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet: [{ Key: "is", Value: bucket }] } }))
      }
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
