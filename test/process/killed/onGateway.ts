import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { unique } from "../../gateway/contract/adminGateway.ts"
import { framesOf } from "../../gateway/objects/framesOf.ts"
import { putInParts } from "../../support/putInParts.ts"
import {
  ended,
  importedAccount,
  type KilledGateway,
  type KilledWork,
  registered,
  sandboxAccount,
  until
} from "./KilledWork.ts"

const keys = Array.from({ length: 12 }, (_, index) => `a/k${String(index).padStart(2, "0")}`)
const large = Buffer.alloc(20 * 1024 * 1024 + 1, 7)
const [doomed, far, back] = [unique("doomed"), unique("far"), unique("back")]
const bucketOfOther = "far"
/** Times of versions are in seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_100))

export const onGateway = (gateway: KilledGateway): KilledWork => ({
  kind: "a deletion, a copy to another gateway, and a folder taken back",
  heldAt: "in the middle of each",
  truth: "there is no trace of the kill",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    let at = ""
    const place = yield* registered(installation, gateway)
    const { proxy } = place
    const { client, context } = yield* importedAccount(installation, place, async (client) => {
      for (const Bucket of [doomed, far, back]) await client.send(new CreateBucketCommand({ Bucket }))
      await client.send(
        new PutBucketVersioningCommand({ Bucket: back, VersioningConfiguration: { Status: "Enabled" } })
      )
      await putInParts(client, far, "large", large)
      await Promise.all(
        [doomed, back].flatMap((Bucket) =>
          keys.map((Key) => client.send(new PutObjectCommand({ Bucket, Key, Body: "then" })))
        )
      )
      await nextSecond()
      at = new Date().toISOString()
      await nextSecond()
      await Promise.all(keys.map((Key) => client.send(new PutObjectCommand({ Bucket: back, Key, Body: "later" }))))
      await client.send(new DeleteObjectCommand({ Bucket: back, Key: keys[0] }))
      await nextSecond()
    })
    const other = yield* sandboxAccount(installation, (made) =>
      made.send(new CreateBucketCommand({ Bucket: bucketOfOther }))
    )
    const path = (bucket: string, rest: string) =>
      `/api/browser/buckets/${bucket}/${rest}${rest.includes("?") ? "&" : "?"}context_id=${context}`
    const begun = (bucket: string, what: string, body: object) =>
      Effect.promise(async () => {
        const run = await browser.post(path(bucket, what), body)
        assert.strictEqual(run.status, 201, run.text)
        return run.body["id"] as number
      })
    const preview = yield* Effect.promise(() => browser.get(path(back, `point-in-time?${new URLSearchParams({ at })}`)))
    const { plan_hash, planned_at } =
      framesOf(preview.text).find(({ event }) => event === "result")?.data ?? assert.fail(preview.text)

    const isHeld = (bucket: string, method: string, path: string) =>
      bucket === doomed
        ? method === "POST" && path.includes("delete")
        : bucket === back && method === "PUT" && path.includes("/k05")
    proxy.set((method, path) => (isHeld(path.split(/[/?]/)[1] ?? "", method, path) ? "hold the answer" : "pass"))
    other.proxy.set((method, path) => (method === "PUT" && path.includes("partNumber=1") ? "hold the request" : "pass"))
    const runs = [
      yield* begun(doomed, "deletions", { prefixes: ["a/"] }),
      yield* begun(far, "copies", {
        keys: ["large"],
        base: "",
        target: { context_id: String(other.context), bucket_name: bucketOfOther, prefix: "" },
        on_conflict: "skip"
      }),
      yield* begun(back, "point-in-time", { prefix: "", at, planned_at, plan_hash })
    ]
    yield* until(
      () =>
        [doomed, back].every((bucket) => proxy.held.some((held) => held.includes(`/${bucket}`))) &&
        other.proxy.held.length > 0
    )
    return {
      afterKill: Effect.sync(() => {
        for (const way of [proxy, other.proxy]) way.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const items = yield* sql`select i.state, i.result, i.problem from work_items i where run_id in ${sql.in(runs)}
            order by i.run_id`
        assert.deepStrictEqual(
          yield* ended(runs, /^completed/),
          ["completed", "completed", "completed"],
          JSON.stringify(items)
        )
        assert.deepStrictEqual(
          items.map(({ state }) => state),
          ["completed", "completed", "completed"],
          JSON.stringify(items)
        )
        const listed = (Bucket: string) =>
          Effect.promise(async () =>
            Object.fromEntries(
              ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = "", Size }) => [
                Key,
                Size
              ])
            )
          )
        assert.deepStrictEqual(yield* listed(doomed), {})
        assert.deepStrictEqual(yield* listed(back), Object.fromEntries(keys.map((key) => [key, 4])))
        const { Versions = [] } = yield* Effect.promise(() =>
          client.send(new ListObjectVersionsCommand({ Bucket: back }))
        )
        assert.lengthOf(Versions, keys.length * 3, "no version ended, and one came for each key")
        const arrived = yield* Effect.promise(async () =>
          (
            await other.client.send(new GetObjectCommand({ Bucket: bucketOfOther, Key: "large" }))
          ).Body?.transformToByteArray()
        )
        assert.isTrue(large.equals(arrived ?? Buffer.alloc(0)))
        const { Uploads = [] } = yield* Effect.promise(() =>
          other.client.send(new ListMultipartUploadsCommand({ Bucket: bucketOfOther }))
        )
        assert.lengthOf(Uploads, 0, "the killed process's upload is ended")
      })
    }
  })
})
