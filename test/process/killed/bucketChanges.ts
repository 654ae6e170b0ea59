import {
  CreateBucketCommand,
  GetBucketCorsCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const held: Readonly<Record<string, (method: string, path: string) => Passage>> = {
  "made-unsent": (method, path) => (method === "PUT" && !path.includes("tagging") ? "hold the request" : "pass"),
  "made-done": (method, path) => (method === "PUT" && !path.includes("tagging") ? "hold the answer" : "pass"),
  "tagged-unsent": (method, path) => (method === "PUT" && path.includes("tagging") ? "hold the request" : "pass"),
  "tagged-done": (method, path) => (method === "PUT" && path.includes("tagging") ? "hold the answer" : "pass"),
  "gone-unsent": (method) => (method === "DELETE" ? "hold the request" : "pass"),
  "gone-done": (method) => (method === "DELETE" ? "hold the answer" : "pass"),
  "undone-unsent": (method) => (method === "DELETE" ? "hold the request" : "pass"),
  "undone-done": (method) => (method === "DELETE" ? "hold the answer" : "pass")
}
const names = Object.keys(held)
const created = names.filter((name) => /^(made|tagged)/.test(name))
const cors = {
  rules: [
    {
      id: "a",
      allowed_origins: ["*"],
      allowed_methods: ["GET"],
      allowed_headers: [],
      expose_headers: [],
      max_age_seconds: 5
    }
  ]
}

export const bucketChanges: KilledWork = {
  kind: "creations and deletions of buckets, and undoing of changes",
  heldAt: "before each is sent, and before it is answered",
  truth: "what was long work is at its end, and of the rest it is told what became of it",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      for (const bucket of names.filter((name) => !created.includes(name)))
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
    })
    const at = (path: string) => `/api/manager${path}?context_id=${context}`
    const changes = new Map<string, number>()
    for (const name of ["undone-unsent", "undone-done"]) {
      const { version } = (yield* Effect.promise(() => browser.get(at(`/buckets/${name}/features/cors`)))).body
      const saved = yield* Effect.promise(() =>
        browser.send("PUT", at(`/buckets/${name}/features/cors`), { value: cors, version })
      )
      assert.strictEqual(saved.status, 200, saved.text)
      changes.set(name, saved.body["change_id"])
    }
    proxy.set((method, path) => held[path.split(/[/?]/)[1] ?? ""]?.(method, path) ?? "pass")
    const left = (asked: Promise<unknown>) => void asked.catch(() => null)
    for (const name of created)
      left(browser.post(at("/bucket-creations"), { name, features: { tags: { tags: [{ key: "is", value: name }] } } }))
    for (const name of ["gone-unsent", "gone-done"]) left(browser.send("DELETE", at(`/buckets/${name}`)))
    for (const [name, change] of changes) left(browser.post(at(`/buckets/${name}/history/${change}/undo`)))
    yield* until(() => names.every((name) => proxy.held.some((path) => path.includes(`/${name}`))))
    return {
      afterKill: Effect.sync(() => proxy.set(() => "pass")),
      check: Effect.gen(function* () {
        const runs = yield* sql<{ state: string }>`
          select r.state from work_runs r where exists (select 1 from work_items i where i.run_id = r.id
            and i.detail in ${sql.in(created)})`
        const items =
          yield* sql`select label, detail, state, attempts, problem from work_items order by run_id, ordinal`
        assert.deepStrictEqual(
          runs.map(({ state }) => state),
          created.map(() => "completed"),
          JSON.stringify(items)
        )
        const tagOf = (bucket: string) =>
          Effect.promise(() =>
            client
              .send(new GetBucketTaggingCommand({ Bucket: bucket }))
              .then(({ TagSet }) => TagSet?.map(({ Value }) => Value).join())
          )
        assert.deepStrictEqual(yield* Effect.forEach(created, tagOf), created)
        const there = (bucket: string) =>
          Effect.promise(() =>
            client.send(new HeadBucketCommand({ Bucket: bucket })).then(
              () => true,
              () => false
            )
          )
        assert.deepStrictEqual([yield* there("gone-unsent"), yield* there("gone-done")], [true, false])
        const hasCors = (bucket: string) =>
          Effect.promise(() =>
            client.send(new GetBucketCorsCommand({ Bucket: bucket })).then(
              () => true,
              () => false
            )
          )
        assert.deepStrictEqual([yield* hasCors("undone-unsent"), yield* hasCors("undone-done")], [true, false])

        const told = yield* sql<{ said: string; n: number }>`
          select entity_id || ' ' || action || ' ' || status as said, count(*)::int as n from audit_logs
          where action in ('bucket.delete', 'bucket.create', 'bucket.tags.update') and status = 'success'
            and entity_id in ${sql.in(names)} group by 1 order by 1`
        assert.deepStrictEqual(
          told.map(({ n, said }) => [said, n]),
          [
            ...created.flatMap((name) => [
              [`${name} bucket.create success`, 1],
              [`${name} bucket.tags.update success`, 1]
            ]),
            ["gone-done bucket.delete success", 1]
          ].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
        )
        const failed = yield* sql<{
          said: string
        }>`select entity_id as said from audit_logs where action = 'bucket.delete' and status = 'failure'
          and entity_id in ${sql.in(names)}`
        assert.deepStrictEqual(
          failed.map(({ said }) => said),
          ["gone-unsent"]
        )
        const kept = yield* sql<{ bucket: string; origin: string; n: number }>`
          select bucket, origin, count(*)::int as n from feature_changes where bucket in ${sql.in(names)} group by 1, 2
            order by 1, 2`
        assert.deepStrictEqual(
          kept.map((row) => ({ ...row })),
          [
            ...created.map((bucket) => ({ bucket, origin: "create", n: 1 })),
            { bucket: "undone-done", origin: "edit", n: 1 },
            { bucket: "undone-done", origin: "undo", n: 1 },
            { bucket: "undone-unsent", origin: "edit", n: 1 }
          ].sort((one, other) => (`${one.bucket} ${one.origin}` < `${other.bucket} ${other.origin}` ? -1 : 1))
        )
        const again = yield* Effect.promise(() =>
          browser.post(at(`/buckets/undone-unsent/history/${changes.get("undone-unsent")}/undo`))
        )
        assert.strictEqual(again.status, 200, again.text)
      })
    }
  })
}
