import { CreateBucketCommand, HeadBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { internalToken, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const steps: Readonly<Record<string, (method: string, path: string) => Passage>> = {
  "before-listing": (_, path) => (path.includes("versions") ? "hold the request" : "pass"),
  "after-removal": (method, path) => (method === "POST" && path.includes("delete") ? "hold the answer" : "pass"),
  "after-deletion": (method, path) =>
    method === "DELETE" && !path.includes("policy") && !/^\/[^/?]+\/k/.test(path) ? "hold the answer" : "pass",
  "lifted-unsent": (method, path) => (method === "DELETE" && path.includes("policy") ? "hold the request" : "pass"),
  "lifted-done": (method, path) => (method === "DELETE" && path.includes("policy") ? "hold the answer" : "pass")
}
const names = Object.keys(steps)
const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

export const lastDay: KilledWork = {
  kind: "the last day of buckets in quarantine",
  heldAt: "around lifting the quarantine, before a listing, after a removal and after a deletion",
  truth: "each bucket is deleted, and told once",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      for (const bucket of [...names, "waits-longer"]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        for (let index = 0; index < 5; index++)
          await client.send(new PutObjectCommand({ Bucket: bucket, Key: `k${index}`, Body: "x" }))
      }
    })
    for (const bucket of [...names, "waits-longer"]) {
      const begun = yield* Effect.promise(() =>
        browser.send("PUT", `/api/manager/buckets/${bucket}/quarantine?context_id=${context}`, { day })
      )
      assert.strictEqual(begun.status, 200, begun.text)
    }
    yield* Effect.forEach(
      names,
      (bucket, index) => sql`
      update bucket_quarantines set until = now() - make_interval(mins => ${names.length - index})
        where bucket = ${bucket}`
    )
    const looked = Effect.promise(() =>
      browser.send("POST", "/api/internal/quarantines/run", undefined, { "x-internal-token": internalToken })
    )
    proxy.set((method, path) => steps[path.split(/[/?]/)[1] ?? ""]?.(method, path) ?? "pass")
    void Effect.runPromise(looked).catch(() => null)
    yield* until(() => names.every((name) => proxy.held.some((path) => path.includes(`/${name}`))))
    return {
      afterKill: Effect.gen(function* () {
        proxy.set(() => "pass")
        assert.lengthOf(
          yield* sql`select 1 from bucket_quarantines where ended_at is not null`,
          0,
          "nobody has told yet"
        )
      }),
      check: Effect.gen(function* () {
        const open = sql<{
          bucket: string
          state: string
          problem: string | null
        }>`select bucket, state, problem from bucket_quarantines where bucket <> 'waits-longer'
          and (ended_at is null or state <> 'deleted')`
        const left = yield* Effect.gen(function* () {
          // the killed process's lease lapses in ten minutes
          yield* sql`update job_leases set lease_until = now() where job = 'quarantine-days'`
          yield* looked
          return yield* open
        }).pipe(Effect.delay("200 millis"), Effect.repeat({ until: (rows) => rows.length === 0, times: 400 }))
        assert.deepStrictEqual(
          left.map((row) => ({ ...row })),
          [],
          JSON.stringify(
            yield* sql`select run_id, label, state, attempts, problem from work_items order by run_id, ordinal`
          )
        )
        const there = (bucket: string) =>
          Effect.promise(() =>
            client.send(new HeadBucketCommand({ Bucket: bucket })).then(
              () => 200,
              ({ $metadata }) => $metadata.httpStatusCode as number
            )
          )
        assert.deepStrictEqual(
          yield* Effect.forEach(names, there),
          names.map(() => 404)
        )
        assert.notStrictEqual(yield* there("waits-longer"), 404, "its day has not come")
        assert.lengthOf(yield* sql`select 1 from gateway_intents where outcome is null`, 0)
        assert.lengthOf(yield* sql`select 1 from work_runs where kind = 'bucket_emptying' and state <> 'completed'`, 0)
        const said = yield* sql<{ said: string; n: number }>`
          select entity_id || ' ' || action as said, count(*)::int as n from audit_logs
          where action in ('bucket.quarantine.end', 'bucket.delete', 'bucket.quarantine.day') and status = 'success'
            group by 1 order by 1`
        assert.deepStrictEqual(
          said.map(({ n, said: text }) => `${text} ${n}`).sort(),
          names
            .flatMap((name) =>
              ["bucket.delete", "bucket.quarantine.day", "bucket.quarantine.end"].map((action) => `${name} ${action} 1`)
            )
            .sort()
        )
        const failed = yield* sql<{ said: string }>`
          select entity_id || ' ' || action as said from audit_logs
          where action in ('bucket.quarantine.end', 'bucket.delete', 'bucket.quarantine.day') and status <> 'success'
            order by 1`
        assert.deepStrictEqual(
          failed.map(({ said: text }) => text),
          ["lifted-unsent bucket.quarantine.end"],
          "what never reached the gateway is told as that"
        )
        const news = yield* Effect.promise(() => browser.get("/api/notifications"))
        const items = news.body["items"] as ReadonlyArray<{ readonly title: string }>
        assert.deepStrictEqual(
          items.flatMap(({ title }) => (title.endsWith("was deleted") ? [title] : [])).sort(),
          names.map((name) => `Bucket ${name} was deleted`).sort()
        )
      })
    }
  })
}
