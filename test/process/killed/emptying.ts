import {
  CreateBucketCommand,
  GetBucketPolicyCommand,
  HeadBucketCommand,
  PutBucketPolicyCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { ended, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const steps: Readonly<Record<string, (method: string, path: string) => Passage>> = {
  "before-listing": (_, path) => (path.includes("versions") ? "hold the request" : "pass"),
  "before-removal": (method, path) => (method === "POST" && path.includes("delete") ? "hold the request" : "pass"),
  "after-removal": (method, path) => (method === "POST" && path.includes("delete") ? "hold the answer" : "pass"),
  "after-deletion": (method, path) => (method === "DELETE" && !/^\/[^/?]+\/k/.test(path) ? "hold the answer" : "pass")
}
const names = Object.keys(steps)
const quarantined = ["policy-unsent", "policy-done"]

export const emptying: KilledWork = {
  kind: "emptyings of buckets, and beginnings of quarantines",
  heldAt: "before a listing, around a removal, after a deletion, and around a policy",
  truth: "each bucket is gone, and is in quarantine or not as the gateway says",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      for (const bucket of [...names, ...quarantined]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        for (let index = 0; index < 40; index++)
          await client.send(new PutObjectCommand({ Bucket: bucket, Key: `k${index}`, Body: "x" }))
      }
    })
    const before = ` {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::policy-done/*"}]} `
    yield* Effect.promise(() => client.send(new PutBucketPolicyCommand({ Bucket: "policy-done", Policy: before })))
    proxy.set((method, path) => {
      const bucket = path.split(/[/?]/)[1] ?? ""
      if (method === "PUT" && path.includes("policy"))
        return bucket === "policy-unsent" ? "hold the request" : bucket === "policy-done" ? "hold the answer" : "pass"
      return steps[bucket]?.(method, path) ?? "pass"
    })
    const runs = yield* Effect.forEach(names, (bucket) =>
      Effect.promise(() =>
        browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${context}`, { delete_bucket: true })
      )
    )
    for (const run of runs) assert.strictEqual(run.status, 201, run.text)
    const ids = runs.map(({ body }) => body["id"] as number)
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    for (const bucket of quarantined)
      void browser
        .send("PUT", `/api/manager/buckets/${bucket}/quarantine?context_id=${context}`, { day })
        .catch(() => null)
    yield* until(() => [...names, ...quarantined].every((name) => proxy.held.some((path) => path.includes(`/${name}`))))
    return {
      afterKill: Effect.gen(function* () {
        assert.lengthOf(yield* sql`select 1 from bucket_quarantines`, 0, "nobody has told yet")
        proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const items = yield* sql`select label, detail, state, attempts, result, problem from work_items
            where run_id in ${sql.in(ids)} order by run_id, ordinal`
        assert.deepStrictEqual(
          yield* ended(ids, /^completed/),
          names.map(() => "completed"),
          JSON.stringify(items)
        )
        const there = (bucket: string) =>
          Effect.promise(() =>
            client.send(new HeadBucketCommand({ Bucket: bucket })).then(
              () => 200,
              ({ $metadata }) => $metadata.httpStatusCode as number
            )
          )
        assert.deepStrictEqual(yield* Effect.forEach(names, there), [404, 404, 404, 404])
        const kept = yield* sql<{
          bucket: string
          policy_before: string | null
        }>`select bucket, policy_before from bucket_quarantines`
        assert.deepStrictEqual(
          kept.map((row) => ({ ...row })),
          [{ bucket: "policy-done", policy_before: before }],
          "the one whose policy stands there"
        )
        const told = yield* sql<{
          said: string
        }>`select entity_id || ' ' || status as said from audit_logs where action = 'bucket.quarantine' order by 1`
        assert.deepStrictEqual(
          told.map(({ said }) => said),
          ["policy-done success", "policy-unsent failure"]
        )
        const again = yield* Effect.promise(() =>
          browser.send("DELETE", `/api/manager/buckets/policy-done/quarantine?context_id=${context}`)
        )
        assert.strictEqual(again.body["state"], "restored", again.text)
        const policy = yield* Effect.promise(() => client.send(new GetBucketPolicyCommand({ Bucket: "policy-done" })))
        assert.strictEqual(policy.Policy, before)
      })
    }
  })
}
