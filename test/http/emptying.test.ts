import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import type { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, places, sandboxPlace } from "../support/managedAccount.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const freshName = () => `empty-${randomBytes(6).toString("hex")}`

const filled = Effect.fnUntraced(function* (client: S3Client, keys: number, bucket: string = freshName()) {
  yield* Effect.promise(() => client.send(new CreateBucketCommand({ Bucket: bucket })))
  const put = (index: number) =>
    Effect.promise(() => client.send(new PutObjectCommand({ Bucket: bucket, Key: `k${index}`, Body: "x" })))
  yield* Effect.forEach(
    Array.from({ length: keys }, (_, index) => index),
    put,
    { concurrency: 8, discard: true }
  )
  return bucket
})

const isThere = (client: S3Client, bucket: string) =>
  Effect.promise(() =>
    client.send(new HeadBucketCommand({ Bucket: bucket })).then(
      () => true,
      () => false
    )
  )

const ended = Effect.fnUntraced(function* (browser: ConsoleBrowser, id: number, context: string) {
  const read = Effect.promise(() => browser.get(`/api/manager/work/${id}?context_id=${context}`))
  return yield* Effect.repeat(Effect.delay(read, "50 millis"), {
    while: ({ body }) => !/^(completed|completed_with_errors|canceled|paused)$/.test(body["state"] as string)
  }).pipe(Effect.timeout("60 seconds"), Effect.orDie)
})

const itemsOf = (browser: ConsoleBrowser, id: number, context: string) =>
  Effect.map(
    Effect.promise(() => browser.get(`/api/manager/work/${id}/items?context_id=${context}`)),
    ({ body }) => body["items"] as ReadonlyArray<Record<string, any>>
  )

for (const { lack, name, place } of places) {
  requirement(name, lack)(`emptying on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "is planned, confirmed by name, done with its progress told, and reported; the bucket goes with it",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { browser, client, contextId, otherContextId } = yield* managedAccount(yield* place)
            const bucket = yield* filled(client, 120)
            yield* Effect.promise(() =>
              client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: "never ended" }))
            )
            const at = (path: string) => `/api/manager/buckets/${bucket}/emptying${path}?context_id=${contextId}`
            const plan = yield* Effect.promise(() => browser.post(at("/plan"), { delete_bucket: true }))
            assert.deepInclude(
              plan.body,
              { kind: "bucket_emptying", title: `Empty and delete ${bucket}`, total: 3 },
              plan.text
            )
            assert.match(plan.body["sample"][0].before, /^\d+ by the gateway's statistics$/)
            const start = (body: object, confirm = bucket) =>
              Effect.promise(() => browser.post(`${at("")}&confirm_name=${confirm}`, body))
            assert.strictEqual(
              (yield* start({ delete_bucket: true }, `${bucket}x`)).code,
              "stale_plan",
              "another name is confirmed"
            )
            yield* Effect.promise(() => client.send(new PutObjectCommand({ Bucket: bucket, Key: "late", Body: "x" })))
            assert.strictEqual(
              (yield* start({ delete_bucket: true, plan_hash: plan.body["plan_hash"] })).code,
              "stale_plan",
              "it is not as it was planned"
            )
            const anew = yield* Effect.promise(() => browser.post(at("/plan"), { delete_bucket: true }))
            const begun = yield* start({ delete_bucket: true, plan_hash: anew.body["plan_hash"] })
            assert.strictEqual(begun.status, 201, begun.text)
            const id = begun.body["id"] as number
            assert.strictEqual(
              (yield* Effect.promise(() => browser.get(`/api/manager/work/${id}?context_id=${otherContextId}`))).status,
              404,
              "runs of another context"
            )
            assert.strictEqual(
              (yield* Effect.promise(() => browser.get(`/api/admin/work/${id}`))).status,
              404,
              "it is none of the administrators' runs"
            )
            const run = yield* ended(browser, id, contextId)
            const items = yield* itemsOf(browser, id, contextId)
            assert.strictEqual(run.body["state"], "completed", JSON.stringify(items))
            assert.deepStrictEqual(
              items.map(({ result }) => [
                result["removed"] ?? null,
                result["aborted"] ?? null,
                result["deleted"] ?? null
              ]),
              [
                [121, null, null],
                [null, 1, null],
                [null, null, bucket]
              ]
            )
            assert.deepInclude(items[0]!["progress"], { done: 121, unit: "objects and versions" })
            assert.isFalse(yield* isThere(client, bucket))
            const said = yield* sql<{
              said: string
            }>`select action || ' ' || status as said from audit_logs
              where (entity_type = 'work_run' and entity_id = ${String(id)})
              or (entity_type = 'bucket' and entity_id = ${bucket}) order by id`
            assert.deepStrictEqual(
              said.map((row) => row.said),
              ["bucket_emptying.start success", "bucket.delete success", "bucket_emptying.end success"]
            )
            const listed = yield* Effect.promise(() =>
              browser.get(`/api/manager/work?context_id=${contextId}&kind=bucket_emptying`)
            )
            assert.deepStrictEqual(
              listed.body["items"].map((one: { id: number }) => one.id),
              [id]
            )
            const others = yield* Effect.promise(() => browser.get(`/api/manager/work?context_id=${otherContextId}`))
            assert.deepStrictEqual(others.body["items"], [])
            const stream = yield* Effect.promise(() =>
              browser.get(`/api/manager/work/${id}/stream?context_id=${contextId}`)
            )
            assert.match(stream.text, /event: snapshot[\s\S]*event: done/)
          }).pipe(Effect.scoped)
      )

      it.effect(
        "a bucket that somebody deleted meanwhile is passed over; one that was made anew under its name is not touched",
        () =>
          Effect.gen(function* () {
            const where = yield* place
            const proxy = yield* gatewayProxy(where.url)
            const { browser, client, contextId } = yield* managedAccount(where, proxy.url)
            const [gone, remade] = [yield* filled(client, 1), yield* filled(client, 1)]
            proxy.set((method, path) => (method === "POST" && path.includes("delete") ? "refuse" : "pass"))
            const ids = yield* Effect.forEach([gone, remade], (bucket) =>
              Effect.gen(function* () {
                const begun = yield* Effect.promise(() =>
                  browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, {
                    delete_bucket: true
                  })
                )
                assert.strictEqual(begun.status, 201, begun.text)
                const id = begun.body["id"] as number
                yield* Effect.repeat(Effect.delay(itemsOf(browser, id, contextId), "50 millis"), {
                  while: ([first]) => first!["problem"] === null
                })
                return id
              })
            )
            const remove = (bucket: string) =>
              Effect.promise(async () => {
                await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: "k0" }))
                await client.send(new DeleteBucketCommand({ Bucket: bucket }))
              })
            yield* remove(gone)
            yield* remove(remade)
            yield* Effect.sleep("1100 millis")
            yield* filled(client, 3, remade)
            proxy.set(() => "pass")
            const [first, second] = yield* Effect.forEach(ids, (id) =>
              Effect.gen(function* () {
                const run = yield* ended(browser, id, contextId)
                return {
                  state: run.body["state"],
                  items: (yield* itemsOf(browser, id, contextId)).map(
                    ({ problem, state }) => `${state}: ${problem?.detail ?? ""}`
                  )
                }
              })
            )
            assert.deepStrictEqual(first, {
              state: "completed",
              items: Array(3).fill("skipped: The bucket is gone: somebody deleted it meanwhile")
            })
            assert.strictEqual(second?.state, "completed_with_errors")
            assert.isTrue(
              second?.items.every((text) =>
                text.startsWith("failed: Somebody deleted the bucket and made another one")
              ),
              second?.items.join()
            )
            const { KeyCount } = yield* Effect.promise(() => client.send(new ListObjectsV2Command({ Bucket: remade })))
            assert.strictEqual(KeyCount, 3)
          }).pipe(Effect.scoped)
      )
    })
  })
}

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("emptying a large bucket", (it) => {
  it.effect(
    "pauses in the middle of it, goes on where it was, and stops with a report of what it did",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const proxy = yield* gatewayProxy(place.url)
        const { browser, client, contextId } = yield* managedAccount(place, proxy.url)
        const bucket = yield* filled(client, 1_300)
        /** Holds the next removal, and then every sign of the gateway's speed, so that no other starts beside it. */
        const heldOnce = () => {
          const { promise: until, resolve: release } = Promise.withResolvers<void>()
          let [isHeld, isOver] = [false, false]
          proxy.set((method, path) => {
            if (method === "POST" && path.includes("delete")) isHeld = true
            return isHeld && !isOver && /delete|answers/.test(path) ? { until } : "pass"
          })
          const longEnough = Effect.gen(function* () {
            while (!isHeld) yield* Effect.sleep("20 millis")
            yield* Effect.sleep("1100 millis")
          })
          return {
            longEnough,
            release: Effect.sync(() => {
              isOver = true
              release()
            })
          }
        }
        const ask = (id: number, wish: string) =>
          Effect.promise(() => browser.post(`/api/manager/work/${id}/${wish}?context_id=${contextId}`))
        const begin = Effect.promise(() =>
          browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, {})
        )
        const removed = (id: number) =>
          Effect.map(itemsOf(browser, id, contextId), ([first]) => (first!["progress"]?.done ?? 0) as number)

        const first = heldOnce()
        const begun = yield* begin
        assert.strictEqual(begun.status, 201, begun.text)
        const id = begun.body["id"] as number
        assert.strictEqual((yield* begin).code, "state_conflict", "once at a time")
        yield* first.longEnough
        assert.strictEqual((yield* ask(id, "pause")).body["state"], "pause_requested")
        yield* first.release
        const rests = yield* ended(browser, id, contextId)
        assert.deepInclude(rests.body, { state: "paused" })
        const before = yield* removed(id)
        assert.isAbove(before, 0)
        assert.isBelow(before, 1_300)
        assert.deepInclude(rests.body["progress"], { done: before, total: 1_300 })
        const left = yield* Effect.promise(() =>
          client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 2_000 }))
        )
        assert.strictEqual((left.KeyCount ?? 0) + before, 1_300, "what it says is gone is gone, and nothing else")
        yield* ask(id, "resume")
        const run = yield* ended(browser, id, contextId)
        const items = yield* itemsOf(browser, id, contextId)
        assert.strictEqual(run.body["state"], "completed", JSON.stringify(items))
        assert.deepInclude(items[0]!["result"], { removed: 1_300, kept: 0 })
        assert.isTrue(yield* isThere(client, bucket), "it was only emptied")

        yield* filled(client, 1_000, bucket)
        const second = heldOnce()
        const other = (yield* begin).body["id"] as number
        yield* second.longEnough
        yield* ask(other, "stop")
        yield* second.release
        const stopped = yield* ended(browser, other, contextId)
        const [versions, uploads] = yield* itemsOf(browser, other, contextId)
        assert.deepStrictEqual(
          [stopped.body["state"], versions!["state"], uploads!["state"]],
          ["canceled", "canceled", "canceled"]
        )
        assert.isAbove(versions!["result"]["removed"], 0, "what was removed is told")
      }).pipe(Effect.scoped),
    { timeout: 240_000 }
  )
})
