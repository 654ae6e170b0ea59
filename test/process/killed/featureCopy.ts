import { CreateBucketCommand, GetBucketTaggingCommand, PutBucketTaggingCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ended, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

/** By what becomes of the writing to them when the process dies. */
const targets = ["never-sent", "sent-unheard", "before-it"]

export const featureCopy: KilledWork = {
  kind: "a copy of a feature to buckets",
  heldAt: "before a target is written, and before that is answered",
  truth: "each bucket is changed once, told once, and can be put back",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      for (const bucket of ["source", ...targets]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        await client.send(
          new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet: [{ Key: "is", Value: bucket }] } })
        )
      }
    })
    const wanted = { feature: "tags", source: "source", buckets: targets }
    const plan = yield* Effect.promise(() =>
      browser.post(`/api/manager/feature-copies/plan?context_id=${context}`, wanted)
    )
    assert.strictEqual(plan.body["total"], targets.length, plan.text)
    proxy.set((method, path) => {
      if (method !== "PUT" || !path.includes("tagging")) return "pass"
      return path.startsWith("/never-sent")
        ? "hold the request"
        : path.startsWith("/sent-unheard")
          ? "hold the answer"
          : "pass"
    })
    const run = yield* Effect.promise(() =>
      browser.post(`/api/manager/feature-copies?context_id=${context}`, {
        ...wanted,
        plan_hash: plan.body["plan_hash"]
      })
    )
    assert.strictEqual(run.status, 201, run.text)
    const id = run.body["id"] as number
    yield* until(() =>
      ["never-sent", "sent-unheard"].every((name) => proxy.held.some((path) => path.includes(`/${name}`)))
    )
    return {
      afterKill: Effect.sync(() => proxy.set(() => "pass")),
      check: Effect.gen(function* () {
        const items =
          yield* sql`select label, state, attempts, result, problem from work_items where run_id = ${id} order by ordinal`
        assert.deepStrictEqual(yield* ended([id], /^completed/), ["completed"], JSON.stringify(items))
        const tagOf = (bucket: string) =>
          Effect.promise(() =>
            client
              .send(new GetBucketTaggingCommand({ Bucket: bucket }))
              .then(({ TagSet }) => TagSet?.map(({ Value }) => Value).join())
          )
        assert.deepStrictEqual(
          yield* Effect.forEach(targets, tagOf),
          targets.map(() => "source")
        )
        const changes = yield* sql<{
          bucket: string
          n: number
        }>`select bucket, count(*)::int as n from feature_changes where origin = 'copy' group by 1 order by 1`
        assert.deepStrictEqual(
          changes.map((row) => ({ ...row })),
          [...targets].sort().map((bucket) => ({ bucket, n: 1 }))
        )

        const undone = yield* Effect.promise(() => browser.post(`/api/manager/work/${id}/undo?context_id=${context}`))
        assert.strictEqual(undone.status, 200, undone.text)
        assert.deepStrictEqual(yield* ended([id], /^rolled_back/), ["rolled_back"])
        assert.deepStrictEqual(yield* Effect.forEach(targets, tagOf), targets)
      })
    }
  })
}
