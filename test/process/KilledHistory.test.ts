import { CreateBucketCommand, DeleteObjectCommand, ListObjectsV2Command, ListObjectVersionsCommand, PutBucketVersioningCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { framesOf } from "../gateway/objects/framesOf.ts"
import type { Passage } from "../support/GatewayProxy.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { servedAccount } from "./servedAccount.ts"

/** The bucket, what of it is stalled when the process dies, and what is done in it. */
const steps: Readonly<Record<string, { readonly work: "point-in-time" | "old-versions"; readonly passage: (method: string, path: string) => Passage }>> = {
  "copy-unsent": { work: "point-in-time", passage: (method, path) => method === "PUT" && path.includes("/k3") ? "hold the request" : "pass" },
  "copy-done": { work: "point-in-time", passage: (method, path) => method === "PUT" && path.includes("/k3") ? "hold the answer" : "pass" },
  "marker-put": { work: "point-in-time", passage: (method, path) => method === "DELETE" && path.includes("/new") ? "hold the answer" : "pass" },
  "marker-gone": { work: "point-in-time", passage: (method, path) => method === "DELETE" && path.includes("/gone") ? "hold the answer" : "pass" },
  "cleaning-unsent": { work: "old-versions", passage: (method, path) => method === "POST" && path.includes("delete") ? "hold the request" : "pass" },
  "cleaning-done": { work: "old-versions", passage: (method, path) => method === "POST" && path.includes("delete") ? "hold the answer" : "pass" }
}
const names = Object.keys(steps)
const keys = Array.from({ length: 6 }, (_, index) => `k${index}`)

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("a process that is killed while it takes folders back, and while it clears old versions away", (it) => {
  it.effect("is followed by one that goes on with what was begun, does nothing twice, and can undo all of it", () => Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let at = ""
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1_100))
    const { browser, client, context, first, proxy, start } = yield* servedAccount(async (client) => {
      const all = (put: (bucket: string) => Promise<unknown>) => Promise.all(names.map(put))
      await all(async (Bucket) => {
        await client.send(new CreateBucketCommand({ Bucket }))
        await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: "Enabled" } }))
        for (const Key of [...keys, "gone"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: "then" }))
      })
      await pause()
      at = new Date().toISOString()
      await pause()
      await all(async (Bucket) => {
        for (const Key of [...keys, "new"]) await client.send(new PutObjectCommand({ Bucket, Key, Body: "later" }))
        await client.send(new DeleteObjectCommand({ Bucket, Key: "gone" }))
      })
      await pause()
    })
    const sizes = (Bucket: string) => Effect.promise(async () =>
      Object.fromEntries(((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = "", Size = 0 }) => [Key, Size])))
    const everything = (Bucket: string) => Effect.promise(async () => {
      const { DeleteMarkers = [], Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }))
      return { versions: Versions.map(({ Key, VersionId }) => `${Key} ${VersionId}`).sort(), markers: DeleteMarkers.map(({ Key }) => Key) }
    })
    const before = Object.fromEntries(yield* Effect.forEach(names, (name) => Effect.map(everything(name), (all) => [name, all] as const)))
    const shownBefore = yield* sizes("copy-done")

    const asked = yield* Effect.forEach(Object.entries(steps), ([bucket, { work }]) => Effect.gen(function*() {
      const rules: Record<string, string> = work === "point-in-time" ? { at } : { keep_newest: "0", orphan_markers: "true" }
      const preview = yield* Effect.promise(() => browser.get(`/api/browser/buckets/${bucket}/${work}?${new URLSearchParams({ context_id: String(context), ...rules })}`))
      assert.strictEqual(preview.status, 200, preview.text)
      const told = framesOf(preview.text).find(({ event }) => event === "result")?.data
      const body = work === "point-in-time" ? { prefix: "", at, planned_at: told.planned_at, plan_hash: told.plan_hash }
        : { prefix: "", keep_newest: 0, orphan_markers: true, planned_at: told.planned_at }
      return { bucket, work, body }
    }))
    proxy.set((method, path) => steps[path.split(/[/?]/)[1] ?? ""]?.passage(method, path) ?? "pass")
    const ids = yield* Effect.forEach(asked, ({ body, bucket, work }) => Effect.gen(function*() {
      const run = yield* Effect.promise(() => browser.post(`/api/browser/buckets/${bucket}/${work}?context_id=${context}`, body))
      assert.strictEqual(run.status, 201, run.text)
      return run.body["id"] as number
    }))
    // four runs about objects are done at once: the others wait for their turn
    while (proxy.held.length < 4) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => first.stop("SIGKILL"))
    const once = new Set(proxy.held.map((path) => path.split(/[ /?]/)[2]))
    proxy.set((method, path) => {
      const bucket = path.split(/[/?]/)[1] ?? ""
      return once.has(bucket) ? "pass" : steps[bucket]?.passage(method, path) ?? "pass"
    })
    const second = yield* start
    const ended = (wanted: number) => Effect.repeat(
      Effect.delay(sql<{ state: string }>`select state from work_runs where state ~ '^(completed|rolled_back)'`, "200 millis"), { while: (rows) => rows.length < wanted })
    yield* ended(4)
    while (proxy.held.length < 6) yield* Effect.sleep("20 millis")
    yield* Effect.promise(() => second.stop("SIGKILL"))
    proxy.set(() => "pass")
    yield* start
    yield* ended(6)

    const items = yield* sql`select r.title, i.state, i.result, i.problem from work_items i join work_runs r on r.id = i.run_id order by i.run_id`
    const then = Object.fromEntries([...keys, "gone"].map((key) => [key, 4]))
    for (const [index, { bucket, work }] of asked.entries()) {
      const after = yield* everything(bucket)
      const said = `${bucket} ${JSON.stringify(items[index])}`
      assert.deepInclude(items[index], { state: "completed" }, said)
      if (work === "point-in-time") {
        assert.deepStrictEqual(yield* sizes(bucket), then, said)
        for (const version of before[bucket]?.versions ?? []) assert.include(after.versions, version, said)
        assert.strictEqual(after.versions.length, (before[bucket]?.versions.length ?? 0) + keys.length, `${said}: one copy a key`)
        assert.deepStrictEqual(after.markers, ["new"], said)
      } else {
        assert.deepStrictEqual(yield* sizes(bucket), Object.fromEntries([...keys, "new"].map((key) => [key, 5])), said)
        assert.deepStrictEqual([after.versions.length, after.markers], [keys.length + 1, []], said)
      }
    }

    const restored = asked.flatMap(({ bucket, work }, index) => work === "point-in-time" ? [{ bucket, id: ids[index] }] : [])
    yield* Effect.forEach(restored, ({ id }) => Effect.promise(() => browser.post(`/api/browser/work/${id}/undo?context_id=${context}`)))
    yield* Effect.repeat(Effect.delay(sql<{ state: string }>`select state from work_runs where state = 'rolled_back'`, "200 millis"), { while: (rows) => rows.length < restored.length })
    for (const { bucket } of restored) {
      assert.deepStrictEqual(yield* sizes(bucket), shownBefore, bucket)
      assert.deepStrictEqual((yield* everything(bucket)).versions, before[bucket]?.versions, bucket)
    }
    assert.lengthOf(yield* sql`select 1 from restored_keys`, 0)
  }), 300_000)
})
