import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { framesOf } from "../../gateway/objects/framesOf.ts"
import type { Passage } from "../../support/GatewayProxy.ts"
import { ended, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const steps: Readonly<
  Record<
    string,
    { readonly work: "point-in-time" | "old-versions"; readonly passage: (method: string, path: string) => Passage }
  >
> = {
  "copy-unsent": {
    work: "point-in-time",
    passage: (method, path) => (method === "PUT" && path.includes("/k3") ? "hold the request" : "pass")
  },
  "copy-done": {
    work: "point-in-time",
    passage: (method, path) => (method === "PUT" && path.includes("/k3") ? "hold the answer" : "pass")
  },
  "marker-put": {
    work: "point-in-time",
    passage: (method, path) => (method === "DELETE" && path.includes("/new") ? "hold the answer" : "pass")
  },
  undeleted: {
    work: "point-in-time",
    passage: (method, path) => (method === "PUT" && path.includes("/gone") ? "hold the answer" : "pass")
  },
  "cleaning-unsent": {
    work: "old-versions",
    passage: (method, path) => (method === "POST" && path.includes("delete") ? "hold the request" : "pass")
  },
  "cleaning-done": {
    work: "old-versions",
    passage: (method, path) => (method === "POST" && path.includes("delete") ? "hold the answer" : "pass")
  }
}
const names = Object.keys(steps)
const keys = Array.from({ length: 6 }, (_, index) => `k${index}`)
/** Concurrent runs about objects: the others are queued, and held in the next process. */
const atOnce = 4
/** Times of versions are in seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100))

export const history: KilledWork = {
  kind: "folders taken back to a moment, and old versions cleared away",
  heldAt:
    "around a copy, after a marker is put, after a deleted object is put again, and around a cleaning; the " +
    "second process is killed too",
  truth: "what was begun goes on, nothing is done twice, and all of it can be undone",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    let at = ""
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      const all = (put: (bucket: string) => Promise<unknown>) => Promise.all(names.map(put))
      await all(async (Bucket) => {
        await client.send(new CreateBucketCommand({ Bucket }))
        await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }))
        for (const Key of [...keys, "gone"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: "then" }))
      })
      await nextSecond()
      at = new Date().toISOString()
      await nextSecond()
      await all(async (Bucket) => {
        for (const Key of [...keys, "new"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: "later" }))
        await client.send(new DeleteObjectCommand({ Bucket, Key: "gone" }))
      })
      await nextSecond()
    })
    const sizes = (Bucket: string) =>
      Effect.promise(async () =>
        Object.fromEntries(
          ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = "", Size = 0 }) => [
            Key,
            Size
          ])
        )
      )
    const everything = (Bucket: string) =>
      Effect.promise(async () => {
        const { DeleteMarkers = [], Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }))
        return {
          versions: Versions.map(({ Key, VersionId }) => `${Key} ${VersionId}`).sort(),
          markers: DeleteMarkers.map(({ Key }) => Key)
        }
      })
    const before = Object.fromEntries(
      yield* Effect.forEach(names, (name) => Effect.map(everything(name), (all) => [name, all] as const))
    )
    const shownBefore = yield* sizes("copy-done")

    const asked = yield* Effect.forEach(Object.entries(steps), ([bucket, { work }]) =>
      Effect.gen(function* () {
        const rules: Record<string, string> =
          work === "point-in-time" ? { at } : { keep_newest: "0", orphan_markers: "true" }
        const preview = yield* Effect.promise(() =>
          browser.get(
            `/api/browser/buckets/${bucket}/${work}?${new URLSearchParams({ context_id: String(context), ...rules })}`
          )
        )
        assert.strictEqual(preview.status, 200, preview.text)
        const told = framesOf(preview.text).find(({ event }) => event === "result")?.data
        const body =
          work === "point-in-time"
            ? { prefix: "", at, planned_at: told.planned_at, plan_hash: told.plan_hash }
            : { prefix: "", keep_newest: 0, orphan_markers: true, planned_at: told.planned_at }
        return { bucket, work, body }
      })
    )
    proxy.set((method, path) => steps[path.split(/[/?]/)[1] ?? ""]?.passage(method, path) ?? "pass")
    const ids = yield* Effect.forEach(asked, ({ body, bucket, work }) =>
      Effect.gen(function* () {
        const run = yield* Effect.promise(() =>
          browser.post(`/api/browser/buckets/${bucket}/${work}?context_id=${context}`, body)
        )
        assert.strictEqual(run.status, 201, run.text)
        return run.body["id"] as number
      })
    )
    yield* until(() => proxy.held.length >= atOnce)
    return {
      afterKill: Effect.gen(function* () {
        const once = new Set(proxy.held.map((path) => path.split(/[ /?]/)[2]))
        proxy.set((method, path) => {
          const bucket = path.split(/[/?]/)[1] ?? ""
          return once.has(bucket) ? "pass" : (steps[bucket]?.passage(method, path) ?? "pass")
        })
        yield* installation.start
        yield* Effect.repeat(
          Effect.delay(sql`select 1 from work_runs where state ~ '^completed' and id in ${sql.in(ids)}`, "200 millis"),
          { until: (rows) => rows.length >= atOnce }
        )
        yield* until(() => proxy.held.length >= names.length)
        yield* installation.kill
        proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const items =
          yield* sql`select r.title, i.state, i.result, i.problem from work_items i join work_runs r on r.id = i.run_id
            where r.id in ${sql.in(ids)} order by i.run_id`
        const then = Object.fromEntries([...keys, "gone"].map((key) => [key, 4]))
        for (const [index, { bucket, work }] of asked.entries()) {
          const after = yield* everything(bucket)
          const said = `${bucket} ${JSON.stringify(items[index])}`
          assert.deepInclude(items[index], { state: "completed" }, said)
          if (work === "point-in-time") {
            assert.deepStrictEqual(yield* sizes(bucket), then, said)
            for (const version of before[bucket]?.versions ?? []) assert.include(after.versions, version, said)
            assert.strictEqual(
              after.versions.length,
              (before[bucket]?.versions.length ?? 0) + keys.length + 1,
              `${said}: one copy for each key and for the deleted one`
            )
            assert.deepStrictEqual(after.markers, ["gone", "new"], `${said}: history is only added to`)
          } else {
            assert.deepStrictEqual(
              yield* sizes(bucket),
              Object.fromEntries([...keys, "new"].map((key) => [key, 5])),
              said
            )
            assert.deepStrictEqual([after.versions.length, after.markers], [keys.length + 1, []], said)
          }
        }

        const restored = asked.flatMap(({ bucket, work }, index) =>
          work === "point-in-time" ? [{ bucket, id: ids[index] ?? 0 }] : []
        )
        yield* Effect.forEach(restored, ({ id }) =>
          Effect.promise(() => browser.post(`/api/browser/work/${id}/undo?context_id=${context}`))
        )
        assert.deepStrictEqual(
          yield* ended(
            restored.map(({ id }) => id),
            /^rolled_back/
          ),
          restored.map(() => "rolled_back")
        )
        for (const { bucket } of restored) {
          assert.deepStrictEqual(yield* sizes(bucket), shownBefore, bucket)
          assert.deepStrictEqual((yield* everything(bucket)).versions, before[bucket]?.versions, bucket)
        }
        assert.lengthOf(yield* sql`select 1 from restored_keys`, 0)
      })
    }
  })
}
