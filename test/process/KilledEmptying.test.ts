import { CreateBucketCommand, GetBucketPolicyCommand, HeadBucketCommand, PutBucketPolicyCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../support/GatewayProxy.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { servedAccount } from "./servedAccount.ts"

/** The step at which the process dies, and what of the gateway is stalled there. */
const steps: Readonly<Record<string, (method: string, path: string) => Passage>> = {
  "before-listing": (_, path) => path.includes("versions") ? "hold the request" : "pass",
  "before-removal": (method, path) => method === "POST" && path.includes("delete") ? "hold the request" : "pass",
  "after-removal": (method, path) => method === "POST" && path.includes("delete") ? "hold the answer" : "pass",
  "after-deletion": (method, path) => method === "DELETE" && !/^\/[^/?]+\/k/.test(path) ? "hold the answer" : "pass"
}
const names = Object.keys(steps)
const quarantined = ["policy-unsent", "policy-done"]

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a process that is killed while it empties buckets", (it) => {
  it.effect("is followed by one that brings each to its end; who was about to be in quarantine is, or is not, as the gateway says", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { browser, client, context, first, proxy, start } = yield* servedAccount(async (client) => {
      for (const bucket of [...names, ...quarantined]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        for (let index = 0; index < 40; index++) await client.send(new PutObjectCommand({ Bucket: bucket, Key: `k${index}`, Body: "x" }))
      }
    })
    const before = ` {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::policy-done/*"}]} `
    yield* Effect.promise(() => client.send(new PutBucketPolicyCommand({ Bucket: "policy-done", Policy: before })))
    proxy.set((method, path) => {
      const bucket = path.split(/[/?]/)[1] ?? ""
      if (method === "PUT" && path.includes("policy")) return bucket === "policy-unsent" ? "hold the request" : bucket === "policy-done" ? "hold the answer" : "pass"
      return steps[bucket]?.(method, path) ?? "pass"
    })
    const runs = yield* Effect.forEach(names, (bucket) => Effect.promise(() => browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${context}`, { delete_bucket: true })))
    for (const run of runs) assert.strictEqual(run.status, 201, run.text)
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    for (const bucket of quarantined) void browser.send("PUT", `/api/manager/buckets/${bucket}/quarantine?context_id=${context}`, { day }).catch(() => null)
    while (![...names, ...quarantined].every((name) => proxy.held.some((path) => path.includes(`/${name}`)))) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    assert.lengthOf(yield* sql`select 1 from bucket_quarantines`, 0, "nobody has told yet")
    proxy.set(() => "pass")

    yield* start
    const began = Date.now()
    const states = sql<{ state: string }>`select state from work_runs`
    const over = yield* Effect.repeat(Effect.delay(states, "300 millis"), { while: (rows) => !rows.every(({ state }) => /^completed/.test(state)) && Date.now() - began < 120_000 })
    const items = yield* sql`select label, detail, state, attempts, result, problem from work_items order by run_id, ordinal`
    assert.deepStrictEqual(over.map(({ state }) => state), names.map(() => "completed"), JSON.stringify(items))
    const there = (bucket: string) => Effect.promise(() => client.send(new HeadBucketCommand({ Bucket: bucket })).then(() => 200, ({ $metadata }) => $metadata.httpStatusCode as number))
    assert.deepStrictEqual(yield* Effect.forEach(names, there), [404, 404, 404, 404])
    const open = sql`select 1 from gateway_intents where outcome is null`
    yield* Effect.repeat(Effect.delay(open, "300 millis"), { while: (rows) => rows.length > 0 && Date.now() - began < 120_000 })
    const kept = yield* sql<{ bucket: string; policy_before: string | null }>`select bucket, policy_before from bucket_quarantines`
    assert.deepStrictEqual(kept.map((row) => ({ ...row })), [{ bucket: "policy-done", policy_before: before }], "the one whose policy stands there")
    const told = yield* sql<{ said: string }>`select entity_id || ' ' || status as said from audit_logs where action = 'bucket.quarantine' order by 1`
    assert.deepStrictEqual(told.map(({ said }) => said), ["policy-done success", "policy-unsent failure"])
    const again = yield* Effect.promise(() => browser.send("DELETE", `/api/manager/buckets/policy-done/quarantine?context_id=${context}`))
    assert.strictEqual(again.body["state"], "restored", again.text)
    const policy = yield* Effect.promise(() => client.send(new GetBucketPolicyCommand({ Bucket: "policy-done" })))
    assert.strictEqual(policy.Policy, before)
  }), 300_000)
})
